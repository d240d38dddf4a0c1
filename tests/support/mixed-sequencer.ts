import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Their files keep a processor busy; those of `worker` mostly wait for leases, restarts and retries. */
const BROWSER_PROJECTS = ['e2e', 'component'];

/** Files that compute alone first, which fail fastest; then browser tests, with a file that waits after each of them. */
export class MixedSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const of = (...names: string[]) => names.flatMap((name) => sorted.filter(({ project }) => project.name === name));
    const [browser, waiting] = [of(...BROWSER_PROJECTS), of('worker')];
    const mixed = Array.from({ length: Math.max(browser.length, waiting.length) }, (_, index) => [browser[index], waiting[index]]);
    return [...of('unit', 'api', 'long'), ...mixed.flat().filter((file) => file !== undefined)];
  }
}
