export function sentences(folder: string): (string | [string, string])[];
