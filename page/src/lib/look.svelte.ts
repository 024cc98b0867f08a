// Light or dark: as the system has it, unless the reader chose.
export type Theme = "system" | "light" | "dark";

const query = matchMedia("(prefers-color-scheme: dark)");

class Look {
  theme = $state<Theme>((localStorage.getItem("theme") as Theme | null) ?? "system");
  system = $state(query.matches);
  printing = $state(false);

  get dark(): boolean {
    return !this.printing && (this.theme === "system" ? this.system : this.theme === "dark");
  }

  choose(theme: Theme): void {
    this.theme = theme;
    localStorage.setItem("theme", theme);
  }
}

export const look = new Look();

query.addEventListener("change", () => (look.system = query.matches));
addEventListener("beforeprint", () => (look.printing = true));
addEventListener("afterprint", () => (look.printing = false));
