/** All that the page has stored, for the browser to run; of a key that cannot be read only its handle. */
export const READ_STORAGE = `(async () => {
  const settled = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const stored = [{ ...localStorage }, { ...sessionStorage }, document.cookie];
  for (const { name } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const rows = () => database.transaction(store).objectStore(store);
      stored.push(name, await settled(rows().getAllKeys()), await settled(rows().getAll()));
    }
    database.close();
  }
  return JSON.stringify(stored);
})()`;
