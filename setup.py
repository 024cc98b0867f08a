"""The compiled part of the package: Cython loops, C that is written from the rules while the package is built, and catalogues.

Without a compiler the package is installed all the same, and works uncompiled. ``CHOUMA_REQUIRE_COMPILED=1`` makes that an error.
"""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

SOURCE = Path(__file__).parent / "src"
NAMES = ("_one", "batch/_core")


class Build(build_ext):
    """Writes the formulas, compiles what can be compiled, keeps what succeeded."""

    def build_extensions(self) -> None:
        emitted = Path(self.build_temp, "emitted").resolve()
        required = os.environ.get("CHOUMA_REQUIRE_COMPILED") == "1"
        try:
            self._write(emitted)
            self.check_extensions_list(self.extensions)
        except Exception as error:
            if required:
                raise
            self._skip("the fast part", error)
            self.extensions = []
        for extension in list(self.extensions):
            extension.include_dirs.append(str(emitted))
            try:
                self.build_extension(extension)
            except Exception as error:
                if required:
                    raise
                self._skip(extension.name, error)
                self.extensions.remove(extension)

    def _write(self, folder: Path) -> None:
        from Cython.Build import cythonize

        sys.path.insert(0, str(SOURCE))
        from chouma.riichi.emit import write_sources

        write_sources(folder)
        self.extensions[:] = cythonize(self.extensions, build_dir=str(Path(self.build_temp, "cython")), quiet=True)
        for extension in self.extensions:
            extension._needs_stub = False

    def _skip(self, what: str, error: Exception) -> None:
        why = f"{type(error).__name__}: {error}"
        print(f"chouma: {what} couldn't be compiled ({why}); the package works without, only slower", file=sys.stderr)


class Catalogues(build_py):
    """Compiles what chouma says in other languages, so that gettext can read it."""

    def run(self) -> None:
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        for path in sorted(SOURCE.glob("chouma/locale/*/LC_MESSAGES/*.po")):
            with path.open("rb") as sentences, path.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(sentences))
        super().run()


def extension(name: str) -> Extension:
    flags = [] if sys.platform == "win32" else ["-O3", "-g0", "-Wno-psabi"]
    return Extension(f"chouma.{name.replace('/', '.')}", [f"src/chouma/{name}.pyx"], extra_compile_args=flags)


setup(ext_modules=[extension(name) for name in NAMES], cmdclass={"build_ext": Build, "build_py": Catalogues})
