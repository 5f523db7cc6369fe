// A link that holds everything in its fragment, which browsers never send anywhere: "#1" + deflated JSON as base64url.
export type Shared = {
  files: Record<string, string>;
  main: string;
  players: number;
  seed: number;
  position?: string;
  settings?: Record<string, string>;
  moves: string[];
  seats?: string[];
  isCut?: boolean; // it had more moves than a game can have
};
export const MOST_MOVES = 5000;
const VERSION = "1";
const MOST = 4_000_000; // characters after unpacking: a hostile link must not fill the memory

async function through(
  data: BlobPart,
  stream: GenericTransformStream,
  most = Infinity,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([data])
    .stream()
    .pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>)
    .getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) throw new Error("too large");
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export async function pack(shared: Shared): Promise<string> {
  const data = await through(JSON.stringify(shared), new CompressionStream("deflate-raw"));
  let binary = "";
  for (let i = 0; i < data.length; i += 8192) binary += String.fromCharCode(...data.subarray(i, i + 8192));
  return VERSION + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** What a fragment holds, null if it holds nothing of ours; throws if it is damaged or from a newer page. */
export async function unpack(fragment: string): Promise<Shared | null> {
  const text = fragment.replace(/^#/, "");
  if (text.length < 8) return null;
  if (text[0] !== VERSION) throw new Error("version");
  const binary = atob(text.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
  const data = await through(
    Uint8Array.from(binary, (c) => c.charCodeAt(0)),
    new DecompressionStream("deflate-raw"),
    MOST,
  );
  const shared = JSON.parse(new TextDecoder().decode(data)) as Shared;
  const isText = (value: unknown): value is string => typeof value === "string";
  if (
    !shared ||
    typeof shared !== "object" ||
    !isText(shared.main) ||
    !shared.files ||
    !Object.values(shared.files).every(isText)
  )
    throw new Error("shape");
  const moves = Array.isArray(shared.moves) ? shared.moves.filter(isText) : [];
  return {
    files: shared.files,
    main: shared.main,
    players: Number(shared.players) || 2,
    seed: Number(shared.seed) || 0,
    position: isText(shared.position) ? shared.position : undefined,
    settings: shared.settings && Object.values(shared.settings).every(isText) ? shared.settings : undefined,
    moves: moves.slice(0, MOST_MOVES),
    isCut: moves.length > MOST_MOVES,
    seats: Array.isArray(shared.seats) ? shared.seats.filter(isText) : undefined,
  };
}
