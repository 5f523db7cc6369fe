// What survives a reload. Everything fits localStorage; a full or forbidden one is reported, never ignored.
const KEY = "wtrules.saved.1";

export function load<T>(): T | null {
  try {
    const text = localStorage.getItem(KEY);
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    return null;
  }
}

/** Save; the answer says whether it worked. */
export function save(value: unknown): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
