import type { ComponentChildren } from "preact";
import type { Action } from "../machine/state.ts";

/** A line drawing in the text's colour. It repeats what the text beside it says, so that readers skip it. */
const Drawing = (props: {
  readonly name: string;
  readonly children: ComponentChildren;
  readonly box?: string;
}) => (
  <svg
    class={`drawing ${props.name}`}
    viewBox={props.box ?? "0 0 96 96"}
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    stroke-width="3"
    stroke-linecap="round"
    stroke-linejoin="round"
  >
    {props.children}
  </svg>
);

const CARD = "M12 24h72a4 4 0 0 1 4 4v40a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4V28a4 4 0 0 1 4-4z";

/** The side of a document that is photographed. */
export const DOCUMENTS = {
  front: () => (
    <Drawing name="document" box="4 20 88 56">
      <path d={CARD} />
      <circle cx="28" cy="43" r="6" />
      <path d="M17 60c1-9 21-9 22 0M50 40h26M50 50h26M50 60h16" />
    </Drawing>
  ),
  back: () => (
    <Drawing name="document" box="4 20 88 56">
      <path d={CARD} />
      <path d="M8 34h80M18 46h22" />
      <path d="M18 57h60M18 65h60" stroke-dasharray="4 5" />
    </Drawing>
  ),
  passport: () => (
    <Drawing name="document">
      <path d="M16 8h64a4 4 0 0 1 4 4v72a4 4 0 0 1-4 4H16a4 4 0 0 1-4-4V12a4 4 0 0 1 4-4zM12 46h72" />
      <circle cx="30" cy="60" r="5" />
      <path d="M21 74c1-8 17-8 18 0M48 58h26M48 67h18M26 20h44M26 30h30" />
      <path d="M20 81h56" stroke-dasharray="4 4" />
    </Drawing>
  ),
} as const;

export const PhoneDrawing = () => (
  <Drawing name="phone">
    <path d="M30 6h36a5 5 0 0 1 5 5v74a5 5 0 0 1-5 5H30a5 5 0 0 1-5-5V11a5 5 0 0 1 5-5z" />
    <path d="M43 82h10M36 26h8v8h-8zM52 26h8v8h-8zM36 42h8v8h-8zM52 42h8M60 50v4M36 60h8M52 58v6h8" />
  </Drawing>
);

const HEAD = "M48 14c16 0 25 12 25 30S62 80 48 80 23 62 23 44s9-30 25-30z";
const OPEN_EYES = "M38 40v3M58 40v3";
const CLOSED_EYES = "M33 42q5 4 10 0M53 42q5 4 10 0";
const CALM_MOUTH = "M41 64h14";
const NOSE = "M48 46v8h-3";

/** A face: its features move within the head as a turned head's do. */
const Face = (props: { name: string; eyes?: string; mouth?: string; arrow?: string }) => {
  const { name, eyes = OPEN_EYES, mouth = CALM_MOUTH, arrow } = props;
  return (
    <Drawing name={`head ${name}`}>
      <path d={HEAD} />
      <g class="features">
        <path d={eyes} />
        <path d={NOSE} />
        <path d={mouth} />
      </g>
      {arrow !== undefined && <path d={arrow} />}
    </Drawing>
  );
};

export const FaceDrawing = () => <Face name="calm" />;

/** What a person sees in a mirror: their left is at the drawing's left. */
const MOVEMENTS: Readonly<Record<Action, Parameters<typeof Face>[0]>> = {
  turn_left: { name: "turn_left", arrow: "M15 38l-8 8 8 8" },
  turn_right: { name: "turn_right", arrow: "M81 38l8 8-8 8" },
  look_up: { name: "look_up", arrow: "M40 9l8-6 8 6" },
  look_down: { name: "look_down", arrow: "M40 87l8 6 8-6" },
  blink: { name: "sway", eyes: CLOSED_EYES },
  smile: { name: "sway", mouth: "M35 58q13 16 26 0" },
  open_mouth: { name: "sway", mouth: "M48 56c6 0 8 4 8 8s-2 8-8 8-8-4-8-8 2-8 8-8z" },
};

export const Movement = ({ action }: { readonly action: Action }) => <Face {...MOVEMENTS[action]} />;

const RING = "M48 8a40 40 0 1 1 0 80 40 40 0 1 1 0-80z";

/** How it ended. */
export const MARKS = {
  done: () => (
    <Drawing name="mark done">
      <path d={RING} />
      <path class="tick-mark" d="M30 50l12 12 24-26" stroke-width="5" />
    </Drawing>
  ),
  in_review: () => (
    <Drawing name="mark">
      <path d={RING} />
      <path d="M48 26v24l16 10" />
    </Drawing>
  ),
  unsuccessful: () => (
    <Drawing name="mark">
      <path d={RING} />
      <path d="M48 28v26M48 66v1" stroke-width="5" />
    </Drawing>
  ),
} as const;
