// Texts that leave the page: as a file, or on the clipboard.
import { dialog, h, toast } from "./dom";
import { t } from "./text";

export function download(name: string, data: BlobPart, type: string) {
  const url = URL.createObjectURL(new Blob([data], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("copied"));
  } catch {
    dialog(t("copy.title"), t("close"), h("textarea.copy", { readonly: true, rows: "6", "aria-label": t("copy.title"), onfocus: (event: Event) => (event.target as HTMLTextAreaElement).select() }, text));
  }
}
