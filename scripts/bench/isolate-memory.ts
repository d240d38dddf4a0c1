import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** Memory of an isolate in MB, as its own inspector counts it: what the platform's limit of 128 MB is about. */
export interface IsolateMemory {
  /** Objects of scripts, those that nobody needs any more and that were not cleared yet included. */
  script: number;
  /** Contents of buffers, which lie outside the heap. */
  buffers: number;
  /** What the runtime itself holds for the scripts. */
  runtime: number;
  sum: number;
}

interface HeapUsage {
  usedSize: number;
  backingStorageSize?: number;
  embedderHeapUsedSize?: number;
}

const WAKE_AGAIN_MS = 50;

/** Asks the isolate of a Worker through the inspector on that port. An isolate without work answers once `wake` has it do something. */
export class IsolateInspector {
  #socket: WebSocket;
  #wake: () => Promise<unknown>;
  #last = 0;
  #waiting = new Map<number, (result: HeapUsage) => void>();

  private constructor(socket: WebSocket, wake: () => Promise<unknown>) {
    this.#socket = socket;
    this.#wake = wake;
    socket.addEventListener('message', ({ data }) => {
      const { id, result } = JSON.parse(String(data));
      this.#waiting.get(id)?.(result);
      this.#waiting.delete(id);
    });
  }

  static async connect(port: number, worker: string, wake: () => Promise<unknown>): Promise<IsolateInspector> {
    // Nor is one listed that nobody has asked for anything yet.
    await wake();
    const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { id: string; webSocketDebuggerUrl: string }[];
    const target = targets.find(({ id, webSocketDebuggerUrl }) => `${id} ${webSocketDebuggerUrl}`.includes(worker));
    if (!target) throw new Error(`No isolate ${worker} among ${JSON.stringify(targets)}`);
    const socket = new WebSocket(target.webSocketDebuggerUrl);
    await once(socket, 'open');
    return new IsolateInspector(socket, wake);
  }

  async read(): Promise<IsolateMemory> {
    return toMemory(await this.#askIdle<HeapUsage>('Runtime.getHeapUsage'));
  }

  /** Clears what nobody needs, so that what follows begins with little. */
  async collectGarbage(): Promise<void> {
    await this.#askIdle('HeapProfiler.collectGarbage');
  }

  /** Does the work and answers its result with the most that was held at once, looked at every 20 ms between the Worker's own steps. */
  async watch<Result>(work: () => Promise<Result>): Promise<{ result: Result; most: IsolateMemory }> {
    let most = await this.read();
    let isOver = false;
    const working = work().finally(() => {
      isOver = true;
    });
    const end = working.then(
      () => undefined,
      () => undefined,
    );
    while (!isOver) {
      // What was asked when the work ended is answered by nobody.
      const now = await Promise.race([this.#ask<HeapUsage>('Runtime.getHeapUsage').then(toMemory), end]);
      if (now && now.sum > most.sum) most = now;
      await sleep(20);
    }
    return { result: await working, most };
  }

  close(): void {
    this.#socket.close();
  }

  /** Asks an isolate that may have nothing to do. A question that comes when what woke it is over waits until it is woken again. */
  async #askIdle<Result>(method: string): Promise<Result> {
    let isAnswered = false;
    const answer = this.#ask<Result>(method).finally(() => {
      isAnswered = true;
    });
    while (!isAnswered) {
      await this.#wake();
      await Promise.race([answer, sleep(WAKE_AGAIN_MS)]);
    }
    return answer;
  }

  #ask<Result>(method: string): Promise<Result> {
    const id = ++this.#last;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve as (result: HeapUsage) => void);
      this.#socket.send(JSON.stringify({ id, method, params: {} }));
    });
  }
}

function toMemory(usage: HeapUsage): IsolateMemory {
  const [script, buffers, runtime] = [usage.usedSize, usage.backingStorageSize, usage.embedderHeapUsedSize].map((bytes = 0) => bytes / 1e6);
  return { script: script!, buffers: buffers!, runtime: runtime!, sum: script! + buffers! + runtime! };
}
