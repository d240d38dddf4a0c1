import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * The options of a script's command line; undefined where `--help` asked for the usage, which is then printed. Whatever the script does not
 * know is refused with the usage before anything is done: nobody who mistypes an option means the script to run without it.
 */
export function readOptions<const Given extends Options>(usage: string, options: Given, args = process.argv.slice(2)) {
  const { help, values } = parse(usage, options, args);
  if (!help) return values;
  console.info(usage);
  return undefined;
}

function parse<const Given extends Options>(usage: string, options: Given, args: string[]) {
  try {
    const { values } = parseArgs({ args, options: { ...options, help: { type: 'boolean', short: 'h' } } });
    return { help: 'help' in values, values: values as ReturnType<typeof parseArgs<{ options: Given }>>['values'] };
  } catch (error) {
    // Node adds hints about arguments that begin with a hyphen.
    const [problem] = (error as Error).message.split(/\.\s|\n/);
    throw new Error(`${problem!.replace(/\.$/, '')}.\n${usage}`, { cause: error });
  }
}
