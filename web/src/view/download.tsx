// Texts that leave the page: as a file, or on the clipboard.
import { openDialog, toast } from "../state/shell";
import { t } from "../text/text";

export function download(name: string, data: BlobPart, type: string) {
  const url = URL.createObjectURL(new Blob([data], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("copied"));
  } catch {
    openDialog(
      () => t("copy.title"),
      () => <CopyBox text={text} label={t("copy.title")} />,
    );
  }
}

/** A text to copy by hand. */
export const CopyBox = ({ text, label }: { text: string; label: string }) => (
  <textarea
    class="copy"
    readOnly
    rows={4}
    aria-label={label}
    onFocus={(event) => event.currentTarget.select()}
    value={text}
  />
);
