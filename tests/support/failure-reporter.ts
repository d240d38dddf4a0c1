import type { Reporter, TestCase } from 'vitest/node';

/** Tells a failure when it happens; all of them are told again at the end. */
export default class FailureReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state !== 'failed') return;
    console.error(`\nFAILED ${test.module.relativeModuleId} > ${test.fullName}`);
    for (const { message, stacks } of errors ?? [])
      console.error(`${message}\n${stacks?.map(({ file, line }) => `  ${file}:${line}`).join('\n')}`);
  }
}
