import { expect, it } from "vitest";
import { parse } from "yaml";
import { read, textOf } from "./artefacts.ts";

const { services } = read("deploy/compose/milvus.yaml");
const values = read("deploy/milvus/values.yaml");
const inTheChart = parse(values.extraConfigFiles["user.yaml"]);

it("is one server in compose and in its chart, which the guide names with the operator's version", () => {
  expect(services.milvus.image).toBe(`milvusdb/milvus:${values.image.all.tag}`);
  const guide = textOf("docs/how-to/use-milvus.md");
  const [, chart] = textOf("deploy/milvus/values.yaml").match(/zilliztech\/milvus --version (\S+)/)!;
  for (const version of [values.image.all.tag, `\`${chart}\``]) expect(guide).toContain(version);
});

it("searches exactly, asks for a password, and ticks alike in both", () => {
  const { environment } = services.milvus;
  expect(environment.QUERYNODE_SEGCORE_INTERIMINDEX_ENABLEINDEX).toBe("false");
  expect(inTheChart.queryNode.segcore.interimIndex.enableIndex).toBe(false);
  expect(environment.COMMON_SECURITY_AUTHORIZATIONENABLED).toBe("true");
  expect(inTheChart.common.security).toEqual({ authorizationEnabled: true, tlsMode: 1 });
  expect(environment.PROXY_TIMETICKINTERVAL).toBe(String(inTheChart.proxy.timeTickInterval));
  const { interval, dropTolerance } = inTheChart.dataCoord.gc;
  expect([environment.DATACOORD_GC_INTERVAL, environment.DATACOORD_GC_DROPTOLERANCE]).toEqual(
    [interval, dropTolerance].map(String),
  );
});
