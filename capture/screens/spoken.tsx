import { useEffect, useRef, useState } from "preact/hooks";

const EVERY_MS = 1_500;

/** What a screen reader says while a screen stays. It says the newest only, and lets each be heard out. */
export function Spoken({ text }: { readonly text: string }) {
  const [said, setSaid] = useState("");
  const saidAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const say = () => {
      if (text !== "") saidAt.current = performance.now();
      setSaid(text);
    };
    const timer = setTimeout(say, Math.max(0, saidAt.current + EVERY_MS - performance.now()));
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p class="spoken" role="status">
      {said}
    </p>
  );
}
