/** What `local/edge/sdk/files.ts` builds of `sdk/`; package.json says where it lies. */
declare module "#sdk" {
  const files: import("./files.ts").SdkFiles;
  export default files;
}
