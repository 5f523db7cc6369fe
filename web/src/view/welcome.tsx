// The ways in, for somebody who has never been here.
import { useLayoutEffect, useRef } from "preact/hooks";
import { svgElement } from "../board/svg";
import { openDialog } from "../state/shell";
import { t } from "../text/text";
import landscape from "../welcome.svg";
import { openGallery } from "./gallery";
import { openLesson } from "./lesson";
import { openPrintedGame } from "./new-game";
import { openNewRule } from "./new-rule";
import { Icon, type IconName } from "./widgets";

export const openWelcome = () =>
  openDialog(
    () => t("welcome.title"),
    (close) => <Welcome close={close} />,
    { isWide: true },
  );

type WayProps = { icon: IconName; title: string; text: string; go: () => void; isFirst?: boolean };

function Welcome({ close }: { close: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current!.replaceChildren(svgElement(landscape) ?? ""), []);
  const way = ({ icon, title, text, go, isFirst }: WayProps) => (
    <button type="button" class="way" autofocus={isFirst} onClick={() => (close(), go())}>
      <Icon name={icon} />
      <strong>{title}</strong>
      <span>{text}</span>
    </button>
  );
  return (
    <div class="welcome">
      <div class="landscape" ref={place} />
      <p>{t("welcome.text")}</p>
      <div class="ways">
        {way({
          icon: "light",
          title: t("welcome.lesson"),
          text: t("welcome.lessonText"),
          go: () => void openLesson(),
          isFirst: true,
        })}
        {way({ icon: "board", title: t("welcome.play"), text: t("welcome.playText"), go: openPrintedGame })}
        {way({ icon: "star", title: t("welcome.example"), text: t("welcome.exampleText"), go: openGallery })}
        {way({ icon: "pen", title: t("welcome.rule"), text: t("welcome.ruleText"), go: openNewRule })}
      </div>
      <p class="muted">{t("welcome.private")}</p>
    </div>
  );
}
