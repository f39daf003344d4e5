import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';

type Asked = { question: RegExp; before: (question: string) => Promise<void> };

/** Runs a program as a person does: does what each prompt asks for, then answers with Enter. */
export async function runProgram(
  [command = '', ...args]: string[],
  { cwd, env, asked: request }: { cwd: string; env: Record<string, string>; asked: Asked[] },
): Promise<{ code: number; output: string }> {
  const { PATH, HOME } = process.env;
  const whole: NodeJS.ProcessEnv = { NODE_ENV: 'production', PATH, HOME, no_proxy: '*', ...env };
  const child: ChildProcessWithoutNullStreams = spawn(command, args, { cwd, env: whole });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      output += part;
    });
  const ended = once(child, 'close');
  for (const { question, before } of request) {
    while (!question.test(output) && child.exitCode === null) await Promise.race([once(child.stdout, 'data'), ended]);
    if (child.exitCode !== null) break;
    await before(output);
    child.stdin.write('\n');
  }
  child.stdin.end();
  const [code] = await ended;
  return { code, output };
}
