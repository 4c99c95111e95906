import { join } from "node:path";

/** The paths of files and folders in the data folder. */
export function layout(dataFolder: string) {
  const at = (name: string) => join(dataFolder, name);
  return {
    secrets: at("secrets.json"),
    firstTenant: at("first-tenant.json"),
    stack: at("stack.json"),
    database: at("selfsame.db"),
    bundle: at("bundle"),
    media: at("media"),
    models: at("models"),
  };
}

export type Layout = ReturnType<typeof layout>;
