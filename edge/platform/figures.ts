/** One answered call. */
interface Answered {
  readonly method: string;
  /** The route's pattern, such as `/v1/verifications/:id`. */
  readonly route: string;
  readonly status: number;
  /** The code of a rejection; undefined for any other answer. */
  readonly refusal: string | undefined;
}

/** Values that are not counted here but read when the page is scraped. */
interface Gauges {
  /** Seconds by which the longest-waiting delivery is late; null if unknown. */
  readonly deliveryLag: number | null;
}

/** HTTP's own methods: a client may send any other word. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** Labels come from a fixed vocabulary of the code, so that no caller can add series. */
const NAMES = {
  requests: ["selfsame_edge_requests_total", "counter", "Answered calls, by route and status."],
  seconds: [
    "selfsame_edge_request_seconds",
    "histogram",
    "Time from a call's arrival until its answer begins.",
  ],
  refusals: ["selfsame_edge_refusals_total", "counter", "Calls that were rejected, by error code."],
  inFlight: ["selfsame_edge_in_flight", "gauge", "Calls that are not yet answered."],
  sweeps: ["selfsame_edge_sweeps_total", "counter", "Runs of the scheduled work, by how they ended."],
  seals: [
    "selfsame_edge_seals_total",
    "counter",
    "Signed barcodes, by format and what the signature comes to.",
  ],
  signed: [
    "selfsame_edge_signed_evidence_total",
    "counter",
    "Documents by what their issuer signed, by kind and outcome.",
  ],
  deliveryLag: [
    "selfsame_edge_delivery_lag_seconds",
    "gauge",
    "By how much the delivery of a webhook that has waited longest is late; absent while the database is away.",
  ],
} as const;

/**
 * This isolate's counters since its start, for Prometheus: they name routes, codes and states, and neither a
 * tenant nor any input.
 */
export class Figures {
  readonly #clock: () => number;
  readonly #requests = new Map<string, number>();
  readonly #refusals = new Map<string, number>();
  readonly #sweeps = new Map<string, number>();
  readonly #seals = new Map<string, number>();
  readonly #signed = new Map<string, number>();
  readonly #durations = new Map<string, Histogram>();
  #inFlight = 0;

  constructor(clock: () => number = Date.now) {
    this.#clock = clock;
  }

  /** A call has arrived. Call the returned function with its answer. */
  begin(): (answered: Answered) => void {
    const since = this.#clock();
    this.#inFlight++;
    return ({ method: given, route, status, refusal }) => {
      this.#inFlight--;
      const method = METHODS.has(given) ? given : "other";
      count(this.#requests, { method, route, status: String(status) });
      if (refusal !== undefined) count(this.#refusals, { code: refusal });
      const name = line({ method, route });
      const durations = this.#durations.get(name) ?? new Histogram({ method, route });
      this.#durations.set(name, durations);
      durations.add(Math.max(0, this.#clock() - since) / 1_000);
    };
  }

  /** Calls that are not yet answered. */
  get inFlight(): number {
    return this.#inFlight;
  }

  swept(outcome: "ok" | "failed"): void {
    count(this.#sweeps, { outcome });
  }

  sealed(format: string, status: string): void {
    count(this.#seals, { format, status });
  }

  signed(kind: string, outcome: string): void {
    count(this.#signed, { kind, outcome });
  }

  /** The figures in Prometheus' text format. */
  text({ deliveryLag }: Gauges): string {
    const lag: Metric["samples"] = deliveryLag === null ? [] : [["", "", deliveryLag]];
    const counted = (of: ReadonlyMap<string, number>): Metric["samples"] =>
      [...of].map(([labels, value]) => ["", labels, value]);
    return page([
      { name: NAMES.requests, samples: counted(this.#requests) },
      { name: NAMES.seconds, samples: [...this.#durations.values()].flatMap((each) => each.samples()) },
      { name: NAMES.refusals, samples: counted(this.#refusals) },
      { name: NAMES.inFlight, samples: [["", "", this.#inFlight]] },
      { name: NAMES.sweeps, samples: counted(this.#sweeps) },
      { name: NAMES.seals, samples: counted(this.#seals) },
      { name: NAMES.signed, samples: counted(this.#signed) },
      { name: NAMES.deliveryLag, samples: lag },
    ]);
  }
}

function count(counts: Map<string, number>, labels: Labels): void {
  const name = line(labels);
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Upper bounds in seconds, the same as those of inference. */
const BOUNDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** How long calls with these labels took, by buckets. */
class Histogram {
  readonly #labels: Labels;
  readonly #counts = BOUNDS.map(() => 0);
  #count = 0;
  #sum = 0;

  constructor(labels: Labels) {
    this.#labels = labels;
  }

  add(seconds: number): void {
    this.#count++;
    this.#sum += seconds;
    for (const [at, bound] of BOUNDS.entries()) if (seconds <= bound) this.#counts[at]!++;
  }

  /** Each bucket counts all values up to its bound. */
  samples(): Metric["samples"] {
    const labels = line(this.#labels);
    const within = (le: string, count: number) => ["_bucket", line({ ...this.#labels, le }), count] as const;
    return [
      ...BOUNDS.map((bound, at) => within(String(bound), this.#counts[at]!)),
      within("+Inf", this.#count),
      ["_sum", labels, this.#sum],
      ["_count", labels, this.#count],
    ];
  }
}

type Labels = Readonly<Record<string, string>>;

/** A metric of Prometheus' text format. */
interface Metric {
  readonly name: readonly [name: string, type: "counter" | "gauge" | "histogram", help: string];
  readonly samples: readonly (readonly [suffix: string, labels: string, value: number])[];
}

/** Labels as written between braces. A value comes from the code's own vocabulary and holds no quote. */
const line = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replaceAll(/["\\\n]/g, "_")}"`)
    .join(",");

/** The page that is scraped (https://prometheus.io/docs/instrumenting/exposition_formats/). */
const page = (metrics: readonly Metric[]): string => metrics.map(section).join("");

function section({ name: [name, type, help], samples }: Metric): string {
  const lines = samples.map(
    ([suffix, labels, value]) => `${name}${suffix}${labels === "" ? "" : `{${labels}}`} ${value}\n`,
  );
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

/** The state of an isolate. */
export class Instance {
  readonly figures = new Figures();
  /** Whether its process is stopping, so that calls should go elsewhere. */
  isLeaving = false;
}

/**
 * This isolate's own. It is no part of the services: those are opened by bindings, and each entrypoint of the
 * Worker has its own.
 */
export const instance = new Instance();
