import type { Command } from 'commander';
import { addCommand } from '../command.ts';
import { type Context, printJson } from '../context.ts';

export function buildOpenApi(program: Command, context: Context): void {
  addCommand(program, {
    usage: 'openapi',
    summary: 'Print the OpenAPI file of the API',
    description: 'A running server answers the same at /openapi.json. It is JSON with and without --json.',
    examples: ['copydesk openapi > openapi.json'],
  }).action(async () => printJson(context.terminal, await context.operator.openApi()));
}
