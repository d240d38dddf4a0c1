/** Gives the runtime a turn: bytes on their way arrive, and other calls of the isolate are answered. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
