/** Time in which the count of a network halves. */
const HALF_LIFE_MS = 60_000;
const MAX_NETWORKS = 20_000;

/** How many calls came of late from each network, in this isolate. */
export class BusyNetworks {
  #counts = new Map<string, { calls: number; at: number }>();
  #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Counts a call that came from all of these networks, each within the one before. */
  count(networks: readonly string[]): void {
    if (this.#counts.size > MAX_NETWORKS) this.#counts.clear();
    const at = this.#now();
    for (const network of networks) this.#counts.set(network, { calls: this.#callsOf(network, at) + 1, at });
  }

  /** Calls of each network, in the order given, fading with time; whole numbers, so that the order of waiters does not change by itself. */
  read(networks: readonly string[]): number[] {
    const now = this.#now();
    return networks.map((network) => Math.ceil(this.#callsOf(network, now)));
  }

  #callsOf(network: string, now: number): number {
    const last = this.#counts.get(network);
    return last ? last.calls * 0.5 ** ((now - last.at) / HALF_LIFE_MS) : 0;
  }
}
