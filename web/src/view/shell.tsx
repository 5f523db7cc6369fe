// Dialogs, messages and the bar at the bottom of a phone.
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { closeDialog, closeToast, showPane } from "../state/shell";
import { type Dialog, type Pane, store } from "../state/store";
import { t } from "../text/text";
import { Icon, IconButton, type IconName } from "./widgets";

function DialogBox({ dialog }: { dialog: Dialog }) {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = box.current!;
    element.showModal();
    // The first thing in it, not the button that closes it.
    const find = (selector: string) => element.querySelector<HTMLElement>(selector);
    const first = find("[autofocus]") ?? find(".dialog-body :is(input, select, button, textarea):not(:disabled)");
    first?.focus({ preventScroll: true });
    find(".dialog-body")!.scrollTop = 0; // the browser has scrolled to what it has focused
    return () => element.close(); // which gives the focus back
  }, []);
  const close = () => closeDialog(dialog.id);
  const cancel = (event: Event) => {
    event.preventDefault();
    if (!dialog.isFixed) close();
  };
  const title = dialog.title();
  return (
    <dialog
      ref={box}
      class={dialog.isWide ? "wide" : ""}
      aria-label={title}
      onCancel={cancel}
      onClick={(event) => event.target === box.current && !dialog.isFixed && close()}
    >
      <header>
        <h2>{title}</h2>
        {!dialog.isFixed && <IconButton icon="close" label={t("close")} onClick={close} />}
      </header>
      <div class="dialog-body">{dialog.body()}</div>
    </dialog>
  );
}

export const Dialogs = () => (
  <>
    {store.dialogs.value.map((dialog) => (
      <DialogBox key={dialog.id} dialog={dialog} />
    ))}
  </>
);

/** Messages are above dialogs, so that what they offer can be clicked. */
export function Toasts() {
  const place = useRef<HTMLDivElement>(null);
  const toasts = store.toasts.value;
  const dialogs = store.dialogs.value.length;
  useEffect(() => {
    const element = place.current!;
    element.hidePopover?.();
    if (toasts.length) element.showPopover?.();
  }, [toasts.length > 0, dialogs]);
  return (
    <div ref={place} class="toasts" role="status" aria-live="polite" popover="manual">
      {toasts.map((toast) => (
        <div class="toast" key={toast.id}>
          <span>{toast.message}</span>
          {toast.action && (
            <button type="button" onClick={() => (closeToast(toast.id), toast.action!.run())}>
              {toast.action.label}
            </button>
          )}
          <IconButton icon="close" label={t("close")} onClick={() => closeToast(toast.id)} />
        </div>
      ))}
    </div>
  );
}

export function BottomBar() {
  const items: [Pane, IconName, string][] = [
    ["rules", "pen", t("pane.rules")],
    ["board", "board", t("pane.board")],
    ["more", "chart", t("pane.more")],
  ];
  return (
    <nav class="bottom-bar" aria-label={t("pane.label")}>
      {items.map(([name, icon, label]) => (
        <button
          type="button"
          data-pane={name}
          aria-pressed={store.pane.value === name}
          onClick={() => showPane(name)}
          key={name}
        >
          <Icon name={icon} />
          {label}
        </button>
      ))}
    </nav>
  );
}
