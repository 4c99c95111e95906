import { expect, it } from "vitest";
import { VARIABLES } from "#inference/config.ts";
import { SETTINGS } from "#local/stack/help.ts";
import { nearSettings } from "#vocabulary/near-settings.ts";

const near = (name: string) =>
  nearSettings({ [name]: "1" }, [...SETTINGS.map(([each]) => each), ...Object.keys(VARIABLES.shape)]);

it.each([
  ["WEBHOOK_TIMESCALE", "WEBHOOK_TIME_SCALE"],
  ["MODEL_PULL", "MODELS_PULL"],
  ["MODELS_FORM", "MODELS_FROM"],
  ["sign_up", "SIGN_UP"],
  ["WORKER", "WORKERS"],
  ["GRPCPORT", "GRPC_PORT"],
  ["TLS_CERTFILE", "TLS_CERT_FILE"],
  ["port", "PORT"],
  ["SELFSAME_DATE", "SELFSAME_DATA"],
  ["LIMIT_KEY_WRITE", "LIMIT_KEY_WRITES"],
])("a variable that is nearly a setting is named with that setting: %s", (name, meant) => {
  expect(near(name)).toEqual([
    `${name} is not a setting of Selfsame, and has no effect. Did you mean ${meant}?`,
  ]);
});

it.each([
  ...["PORT", "MODELS_PULL", "PATH", "HTTP_PROXY", "NODE_ENV", "npm_config_cache", "MAIL_HOST", "PORTS"],
  ...["SUPPORT", "PUBLIC_KEY", "AWS_SECRET", "LIMIT", "MY_PORT", "WEBHOOK_SECRET", "SIGN_IN_KEY"],
])("a setting, or a variable of another program, is not named: %s", (name) => {
  expect(near(name)).toEqual([]);
});
