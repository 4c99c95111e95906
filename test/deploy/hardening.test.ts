import { describe, expect, it } from "vitest";
import { read, textOf } from "./artefacts.ts";

const COMPOSITIONS = ["compose", "milvus", "monitoring"];

interface Service {
  readonly image?: string;
  readonly mem_limit?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** The services that each compose file starts; overrides of another file's services have no image. */
const services = COMPOSITIONS.flatMap((file) =>
  Object.entries<Service>(read(`deploy/compose/${file}.yaml`).services)
    .filter(([, { image }]) => image !== undefined)
    .map(([name, service]) => ({ name, ...service })),
);

it.each(services)(
  "$name of compose has a memory limit, can write to nothing but its volumes, and gains no right (L8)",
  ({ mem_limit, read_only, cap_drop, security_opt }) => {
    expect(mem_limit).toMatch(/^(\d+[mg]|\$\{\w+:-\d+g\})$/);
    expect([read_only, cap_drop, security_opt]).toEqual([true, ["ALL"], ["no-new-privileges:true"]]);
  },
);

it("nothing starts with a well-known password (L8)", () => {
  const { grafana } = read("deploy/compose/monitoring.yaml").services;
  expect(grafana.environment.GF_SECURITY_ADMIN_PASSWORD).toMatch(/^\$\{GRAFANA_PASSWORD:\?/);
});

describe.each(["edge", "inference", "migrate"])("the unit of %s (L8)", (name) => {
  const unit = textOf(`deploy/systemd/selfsame-${name}.service`);

  it("bounds its memory, and writes none of it to a disk", () => {
    expect(unit).toMatch(/^MemoryMax=(\d+G|\d+%)$/m);
    expect(unit).toMatch(/^MemorySwapMax=0$/m);
  });

  if (name === "inference") {
    it("connects to this machine only: images leave it by no other way", () => {
      expect(unit).toMatch(/^IPAddressDeny=any\nIPAddressAllow=localhost$/m);
    });
  } else {
    it("sees no device", () => expect(unit).toMatch(/^PrivateDevices=yes$/m));
  }
});

it("the shipped proxies log a route, and neither the path behind it nor a query (M4)", () => {
  const proxy = textOf("deploy/proxies/edge.haproxy.cfg");
  const [, format] = /^ *log-format "(.*)"$/m.exec(proxy)!;
  expect(format).toBe("%ci %HM %[var(txn.route)] %ST %Ta ms");
  const [, from] = /regsub\("(.*?)","\\1\\2"\)/.exec(proxy)!;
  const routeOf = (path: string) => path.replace(new RegExp(from!), "$1$2");
  const paths = {
    "/v1/customers/jane.doe%40example.com": "/v1/customers",
    "/v1/customers%2Fjane": "/v1/customers",
    "/v1/face/registrations/jane": "/v1/face",
    "/media/tn_01ABC/md_9": "/media/tn_",
    "/dashboard/invitation": "/dashboard/invitation",
    "/health": "/health",
    "/": "/",
  };
  expect(Object.keys(paths).map(routeOf)).toEqual(Object.values(paths));
  const ingress = read("deploy/kubernetes/base/ingress.yaml");
  expect(ingress.metadata.annotations["nginx.ingress.kubernetes.io/enable-access-log"]).toBe("false");
});
