// The address bar: its fragment holds what is shown, so that copying the address is sharing.
import { effect } from "@preact/signals";
import { keptDrafts } from "./keeper";
import { pack, type Shared, unpack } from "./link";
import { FIRST, openRules, takeUp } from "./rules";
import { showPane, toast } from "./shell";
import { store } from "./store";
import { t } from "../text/text";

const PAUSE = 500; // milliseconds after the last change
const LONGEST = 16_000; // characters of a fragment that browsers keep without trouble

const written = new Set<string>(); // fragments that this page has put there

/** What is shown, as a fragment without its `#`. */
export function fragment(): Promise<string> {
  const { files, main } = store.project.value;
  const game = store.game.value;
  const ref = game?.ref();
  const shared: Shared = {
    files,
    main: [main, ...store.draft.value.variants].join("+"),
    players: ref?.players ?? FIRST.players,
    seed: ref?.seed ?? 0,
    position: ref?.position,
    settings: ref?.settings,
    moves: ref?.moves ?? [],
    seats: game?.seats,
  };
  return pack(shared);
}

/** Keep the address in step with what is shown, once there is something to share. */
export function followAddress() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const { isTouched, link } = store.draft.value;
    void [store.project.value, store.game.value, store.beat.value];
    clearTimeout(timer);
    const isPlayed = (store.game.value?.line().length ?? 0) > 1;
    if (isTouched || isPlayed || link) timer = setTimeout(() => void write(), PAUSE);
    else if (location.hash && store.draft.value.id) put("");
  });
  addEventListener("hashchange", () => void arrive());
}

async function write() {
  const { id } = store.draft.value;
  const text = await fragment();
  if (id === store.draft.value.id) put(text.length > LONGEST ? "" : text);
}

function put(text: string) {
  const link = text || null;
  if (text) written.add(text);
  if (store.draft.value.link !== link) store.draft.value = { ...store.draft.value, link };
  const address = location.pathname + location.search + (text ? `#${text}` : "");
  history.replaceState(history.state, "", address);
}

/** After a way back, the address is that of an earlier moment. */
export const freshen = () => put(store.draft.value.link ?? "");

/** Somebody has put another link into the address bar of this page. */
async function arrive() {
  const text = location.hash.slice(1);
  if (text === store.draft.value.link || written.has(text)) return freshen();
  await openLink();
}

/** Open what the address holds. False: nothing. */
export async function openLink(isQuiet = false): Promise<boolean> {
  const text = location.hash.slice(1);
  if (!text) return false;
  const known = (await keptDrafts()).find((kept) => kept.link === text);
  if (known) {
    await takeUp(known);
    return true;
  }
  let shared: Shared | null;
  try {
    shared = await unpack(text);
  } catch {
    toast(t("share.damaged"), undefined, 12_000);
    return false;
  }
  if (!shared) return false;
  const [name = "", ...rest] = shared.main.split("+");
  const isOwn = name in shared.files;
  const project = { files: shared.files, main: isOwn ? name : shared.main };
  if (shared.isCut) toast(t("share.cut"), undefined, 12_000);
  showPane("board");
  const game = { ...shared, seats: shared.seats ?? FIRST.seats };
  await openRules(project, { variants: isOwn ? rest : [], link: text, game, isTouched: true, isQuiet });
  return true;
}
