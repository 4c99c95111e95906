/** What `local/edge/sdk/files.ts` builds of `sdk/`; package.json says where it lies. */
declare module "#sdk" {
  const files: import("./reference/sdk.ts").SdkFiles;
  export default files;
}

/** What `local/edge/build-capture.ts` builds of `capture/`; package.json says where it lies. */
declare module "#capture" {
  const files: import("./capture/page.ts").BuiltFiles;
  export default files;
}
