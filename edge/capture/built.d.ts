/** What `local/edge/build-capture.ts` builds of `capture/`; package.json says where it lies. */
declare module "#capture" {
  const files: import("./assets.ts").BuiltFiles;
  export default files;
}
