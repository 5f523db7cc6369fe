// The rulebook: as a page to read and save, and the part of it that a house rule changes, inside the page.
import { useEffect, useRef, useState } from "preact/hooks";
import { failureOf, isAbort } from "../engine/engine";
import { openDialog } from "../state/shell";
import { call, store } from "../state/store";
import { lang, t } from "../text/text";
import { download } from "./download";
import { Inline } from "./widgets";

export const openBook = () =>
  openDialog(
    () => t("book.title"),
    () => <Book key={lang.value} />,
    { isWide: true },
  );

/** A page for reading, in a frame that can run nothing. */
function Book() {
  const [html, setHtml] = useState("");
  const [failure, setFailure] = useState("");
  useEffect(() => {
    const project = store.playable.peek() ?? store.project.peek();
    const asking = new AbortController();
    call("rulebook", { project, lang: lang.peek() }, { signal: asking.signal }).then(
      (found) => setHtml(found.html),
      (error: unknown) => !isAbort(error) && setFailure(failureOf(error).message),
    );
    return () => asking.abort();
  }, []);
  const name = store.project.value.main.replace(/\.wtr$/, "");
  if (failure) return <p class="failure">{failure}</p>;
  if (!html) {
    return (
      <p class="muted" role="status">
        {t("book.loading")}
      </p>
    );
  }
  return (
    <div class="book-body">
      <div class="row">
        <button type="button" onClick={() => download(`${name}.html`, html, "text/html")}>
          {t("book.save")}
        </button>
      </div>
      <iframe class="book" sandbox="" title={t("book.title")} srcdoc={html} />
    </div>
  );
}

/** The changed rules as the rulebook prints them, kept up to date while they are visible. */
export function ChangedPages() {
  const place = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState("");
  const [isThere, setThere] = useState(false);
  const project = store.playable.value;
  const isReady = store.status.value === "ready";
  const language = lang.value;
  useEffect(() => {
    if (!isReady || !project) return;
    const asking = new AbortController();
    call("rulebook", { project, lang: language, only: "changes" }, { signal: asking.signal }).then(
      ({ html }) => {
        place.current?.replaceChildren(...chapters(html));
        setFailure("");
        setThere(true);
      },
      (error: unknown) => !isAbort(error) && setFailure(failureOf(error).message),
    );
    return () => asking.abort();
  }, [project, isReady, language]);
  return (
    <div class="changed-pages" role="region" aria-label={t("changes.book")} tabIndex={0}>
      {failure && (
        <p class="muted">
          <Inline text={failure} />
        </p>
      )}
      {!isThere && !failure && (
        <p class="muted" role="status">
          {t("book.loading")}
        </p>
      )}
      <div ref={place} class="changed-chapters" />
    </div>
  );
}

const NEVER = ["SCRIPT", "STYLE", "LINK", "IFRAME", "OBJECT", "IMG", "FORM"];

/** The chapters of a rulebook as elements of this page: nothing in them can run or load anything. */
function chapters(html: string): HTMLElement[] {
  const main = new DOMParser().parseFromString(html, "text/html").querySelector("main");
  if (!main) return [];
  for (const element of main.querySelectorAll("*")) {
    if (NEVER.includes(element.tagName)) element.remove();
    for (const { name } of [...element.attributes]) if (name !== "class") element.removeAttribute(name);
  }
  return [...main.children].map((chapter) => document.importNode(chapter, true) as HTMLElement);
}
