// Threads share memory only on a page that is isolated from others, which two headers ask for.
// Where the host does not send them, a service worker adds them to what it sent.

const TRIED = "kralle-isolated";
/** A worker that is not there by then, in ms, is done without. */
const PATIENCE = 3_000;

/** Says whether the page must be loaded again. */
export async function isolate(): Promise<boolean> {
  if (globalThis.crossOriginIsolated || !("serviceWorker" in navigator)) return false;
  try {
    if (sessionStorage.getItem(TRIED)) return false;
    sessionStorage.setItem(TRIED, "yes");
    await navigator.serviceWorker.register("headers.js");
    const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE, null));
    return (await Promise.race([navigator.serviceWorker.ready, late])) !== null;
  } catch {
    // A browser that keeps nothing, or lets no such worker in, has one thread.
    return false;
  }
}
