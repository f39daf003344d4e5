import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { getPublicOrigin } from '~/platform/installation/site';
import { runWithMeans } from '~/platform/process/callContext.server';
import { type Result, refuse } from '~/platform/result';
import { isRight } from '~/signIns/keyGrants';
import { hasRight } from '~/signIns/rights';
import { hasFile } from '~/web/guard/call';
import type { V1Call } from '../call.server';
import { createProblem } from '../problem';
import {
  type AuthorizedHolder,
  type CallFields,
  type KeyCaller,
  keyNameForLog,
  parseInput,
  refusalOfError,
  refuseCall,
  runCall,
  type V1Refusal,
} from '../run.server';
import { V1_CALLS } from '../table.server';
import { propose } from './proposals.server';

/* MCP tools derived from the calls of `/api/v1`. */

/** Calls that are tools: no streams, files or secrets, and only calls with a key. */
const TOOL_CALLS = V1_CALLS.filter(
  (call) => call.scope && !call.isStream && !call.isFile && !call.returnsSecret && !hasFile(call),
);

const isProposalTool = ({ method }: V1Call, { key }: AuthorizedHolder): boolean => method === 'POST' && !key.actsAlone;

const KEY_DESCRIPTION =
  'A unique text of your choice: a repeated call with the same one and the same input is executed once.';

const cachedTools = new Map<string, Tool>();

/** Describes a call as a tool that either acts at once or proposes. */
function createTool(call: V1Call, isProposal: boolean): Tool {
  const { operation, method, about, once, input, ofConfirmation = [] } = call;
  const created = `${operation} ${isProposal}`;
  const known = cachedTools.get(created);
  if (known) return known;
  const {
    $schema: _,
    properties = {},
    required = [],
    ...schema
  } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const shown = Object.entries(properties).filter(([name]) => !isProposal || !ofConfirmation.includes(name));
  const acts = method === 'POST' && !isProposal;
  const tool = {
    name: operation,
    description: isProposal ? `${about} This is only a proposal: the person confirms it.` : about,
    inputSchema: {
      ...schema,
      type: 'object' as const,
      properties: Object.fromEntries([
        ...shown,
        ...(acts ? [['idempotencyKey', { type: 'string', maxLength: 255, description: KEY_DESCRIPTION }]] : []),
      ]),
      required: [...required, ...(acts && once === 'money' ? ['idempotencyKey'] : [])],
    },
    annotations: { readOnlyHint: method === 'GET', destructiveHint: acts },
  } as Tool;
  cachedTools.set(created, tool);
  return tool;
}

/** Returns the tools that a key may use. */
export const toolsOf = (holder: AuthorizedHolder): Tool[] =>
  TOOL_CALLS.filter(({ scope }) => {
    if (scope === null || isRight(scope) !== (holder.administrator !== undefined)) return false;
    const isListed = scope === 'everyone' || holder.key.scopes.includes(scope);
    return (
      isListed &&
      (!isRight(scope) || hasRight(holder.administrator as Required<AuthorizedHolder>['administrator'], scope))
    );
  }).map((call) => createTool(call, isProposalTool(call, holder)));

/** Runs a tool, or stores its call as a proposal. A refusal becomes the same problem as in the call. */
export async function callTool(caller: KeyCaller, name: string, sent: CallFields): Promise<CallToolResult> {
  const answer = await runWithMeans(keyNameForLog(caller), () => runToolCall(caller, name, sent)).catch((error) =>
    refusalOfError(error),
  );
  if (answer.ok) {
    const output = answer.value as CallFields;
    return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output };
  }
  const { retryAfter, ...refusal } = answer.error as V1Refusal;
  const problem = { ...createProblem(getPublicOrigin(), refusal), ...(retryAfter !== undefined && { retryAfter }) };
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(problem) }] };
}

async function runToolCall(caller: KeyCaller, name: string, sent: CallFields): Promise<Result<unknown, V1Refusal>> {
  const call = TOOL_CALLS.find(({ operation }) => operation === name);
  if (!call) return refuse('not-found', 'There is no such tool.');
  const without = await refuseCall(call, caller);
  if (without) return without;
  if (isProposalTool(call, caller)) return await propose(call, caller, sent);
  const { idempotencyKey = null, ...fields } = call.method === 'POST' ? sent : { ...sent, idempotencyKey: undefined };
  if (idempotencyKey !== null && typeof idempotencyKey !== 'string')
    return refuse('bad-key', 'The idempotencyKey must be a string.', 'idempotencyKey');
  const input = await parseInput(call, fields);
  if (!input.ok) return input;
  return await runCall(call, { ...caller, input: input.value }, { idempotencyKey });
}
