/** Yields to the event loop: pending I/O completes, and other calls of the isolate proceed. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
