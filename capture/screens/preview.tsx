import { useEffect, useRef } from "preact/hooks";
import { Button, type View } from "./parts.tsx";

/** What the camera sees, within an outline. A face is mirrored as in a mirror; its photos are not. */
export function Preview(props: {
  readonly view: View;
  readonly outline: "card" | "face";
  readonly isOpen: boolean;
}) {
  const { view, outline, isOpen } = props;
  const frame = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const video = isOpen ? view.video() : undefined;
  useEffect(() => {
    if (video === undefined) return;
    place.current?.replaceChildren(video);
    // A phone's stream is portrait or landscape as the phone is held: a portrait one fills the screen.
    const fitStream = () => {
      const ratio = video.videoWidth / video.videoHeight;
      if (!(ratio > 0)) return;
      frame.current?.style.setProperty("--ratio", String(ratio));
      frame.current?.toggleAttribute("data-portrait", ratio < 1);
    };
    fitStream();
    video.addEventListener("resize", fitStream);
    return () => video.removeEventListener("resize", fitStream);
  }, [video]);
  return (
    <div class={`preview ${outline}`} ref={frame}>
      <div class="film" ref={place} />
      <div class="outline" />
    </div>
  );
}

/** The torch, if the open camera has one: only a document is lit by it. */
export function TorchChoice({ view, isReady }: { readonly view: View; readonly isReady: boolean }) {
  const { state, say, choose } = view;
  const { camera, isTorchOn } = state;
  if (camera?.hasTorch !== true) return null;
  return (
    <Button kind="plain" disabled={!isReady} onPress={() => choose({ type: "torch", on: !isTorchOn })}>
      {say(isTorchOn ? "torch_off" : "torch_on")}
    </Button>
  );
}

/** The next lens, if there are several. */
export function LensChoice({ view, isReady }: { readonly view: View; readonly isReady: boolean }) {
  const { state, say, choose } = view;
  if ((state.camera?.lenses.length ?? 0) < 2) return null;
  return (
    <Button kind="plain" disabled={!isReady} onPress={() => choose({ type: "next_lens" })}>
      {say("other_lens")}
    </Button>
  );
}
