/** Built from `sdk/` by `local/edge/sdk/files.ts`; package.json maps the name. */
declare module "#sdk" {
  const files: import("./reference/sdk.ts").SdkFiles;
  export default files;
}

/** Built from `capture/` by `local/edge/build-capture.ts`; package.json maps the name. */
declare module "#capture" {
  const files: import("./capture/page.ts").BuiltFiles;
  export default files;
}
