import { isRefTo } from '../schemaRef.ts'
import type { Screen } from '../../../src/core/program.ts'
import { contentOfScreen, operationsOf, visit } from '../../../src/core/visit.ts'
import type { Contract } from '../contract.ts'
import type { FlowReporter } from './flowReporter.ts'
import emptyList from '../../check/rules/empty-list.ts'

/** A paged list needs an empty state: "emptyWhen" of its query, or a node whose condition reads the list. */
export function checkEmptyLists(screen: Screen, file: string, contract: Contract, reporter: FlowReporter): void {
  const paged = new Set<string>()
  const conditions = new Set<string>()
  visit(contentOfScreen(screen), {
    node({ visible }) {
      for (const operation of operationsOf(visible)) conditions.add(JSON.stringify(operation))
    },
    step({ action: name, args }) {
      const argument = Object.entries(contract.actions.get(name)?.args.properties ?? {}).find(([, schema]) =>
        isRefTo(schema, 'pagedQuery'),
      )?.[0]
      if (argument !== undefined) paged.add(String(args?.[argument]))
    },
  })
  for (const [name, query] of Object.entries(screen.queries)) {
    const items = contract.calls.get(query.call)?.paging?.items
    if (
      !paged.has(name) ||
      items === undefined ||
      query.emptyWhen !== undefined ||
      conditions.has(JSON.stringify(['.', ['@', 'data', name], items]))
    )
      continue
    reporter.report(
      emptyList,
      file,
      `queries/${name}`,
      `When "${name}" has no ${items}, nothing is shown.`,
      `Add "emptyWhen": "=size(${name}.${items}) == 0".`,
      true,
    )
  }
}
