import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { type Cost, nothing, type ProcessCost, subtractCosts, sumCost } from './costs.ts'

export interface Row {
  readonly name: string
  readonly columns: readonly number[]
}

/** How many lines a table has; the last one sums up the others. */
const lines = 40

const seconds = (milliseconds: number): string => (milliseconds / 1_000).toFixed(1).padStart(9)

function printTable(title: string, heads: readonly string[], rows: readonly Row[]): void {
  const sorted = rows.toSorted((a, b) => (b.columns[0] ?? 0) - (a.columns[0] ?? 0))
  const totals = heads.map((_, at) => rows.reduce((sum, { columns }) => sum + (columns[at] ?? 0), 0))
  const others = `all ${rows.length}`
  console.log(`\n${title}\n${heads.map((head) => head.padStart(9)).join('')}`)
  for (const { name, columns } of [...sorted.slice(0, lines), { name: others, columns: totals }]) {
    console.log(`${columns.map(seconds).join('')}  ${name}`)
  }
}

const costOf = (module: TestModule): Cost => module.meta().cost ?? nothing
const importOf = (module: TestModule): Cost => module.meta().importing ?? nothing

const showFile = (module: TestModule): Row => {
  const tests = subtractCosts(costOf(module), importOf(module))
  return {
    name: module.relativeModuleId,
    columns: [sumCost(costOf(module)), sumCost(importOf(module)), tests.own, tests.children],
  }
}

function showTests(modules: readonly TestModule[]): readonly Row[] {
  return modules.flatMap((module) =>
    [...module.children.allTests()].map((test) => {
      const { own, children } = test.meta().cost ?? nothing
      return { name: `${module.relativeModuleId}: ${test.fullName}`, columns: [own + children, own, children] }
    }),
  )
}

function showProcesses(all: readonly ProcessCost[]): readonly Row[] {
  const groups = Object.entries(Object.groupBy(all, ({ name }) => name))
  return groups.map(([name, each = []]) => ({
    name: `${each.length} × ${name}`,
    columns: [each.reduce((sum, { cost }) => sum + cost, 0)],
  }))
}

/** Prints what files, tests and child processes cost, in seconds of processor time, the most expensive first. */
// biome-ignore lint/style/noDefaultExport: vitest loads a reporter from the default export of its file.
export default class Profile implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const processes = modules.flatMap((module) => module.meta().children ?? [])
    const tables = {
      files: modules.map(showFile),
      tests: showTests(modules),
      processes: showProcesses(processes),
    }
    printTable('Files', ['all', 'import', 'tests', 'children'], tables.files)
    printTable('Tests', ['all', 'own', 'children'], tables.tests)
    printTable('Child processes', ['all'], tables.processes)
    if (process.env.TEST_PROFILE_FILE) writeFileSync(process.env.TEST_PROFILE_FILE, JSON.stringify(tables))
  }
}
