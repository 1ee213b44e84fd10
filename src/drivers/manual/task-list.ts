import type { DriverCommand, DriverReply } from '../../../model/driver.ts'
import type { ManualStep } from './step.ts'
import type { ManualTask } from './task.ts'

/** A task that is not done yet. */
export interface OpenTask {
  task: ManualTask
  readonly command: DriverCommand
  readonly settle: (reply: DriverReply) => void
  readonly again: () => void
}

/** A task that was shown, and its end. */
interface ShownTask {
  readonly openTask: OpenTask
  readonly refuse: (cause: unknown) => void
  readonly done: Promise<DriverReply>
}

export interface TaskList {
  readonly openTasks: readonly OpenTask[]
  /** Shows a command to the person until it is done or its time is over. */
  readonly ask: (command: DriverCommand, step: ManualStep, label: string, timeout: number) => ShownTask
}

/** Creates the list of open tasks, each with its timer. */
export function createTaskList(
  clock: () => number,
  announce: (task: ManualTask) => void,
  onChange: () => void,
): TaskList {
  const openTasks: OpenTask[] = []
  let count = 0

  function ask(command: DriverCommand, step: ManualStep, label: string, timeout: number): ShownTask {
    const done = Promise.withResolvers<DriverReply>()
    const late = (): void => done.resolve({ refused: `nothing came within ${timeout} s` })
    const begin = (): ManualTask => {
      const task = {
        number: ++count,
        role: label,
        session: command.session,
        step,
        timeout,
        until: clock() + 1000 * timeout,
      }
      timer = setTimeout(late, 1000 * timeout)
      announce(task)
      return task
    }
    let timer: ReturnType<typeof setTimeout>
    const again = (): void => {
      clearTimeout(timer)
      openTask.task = begin()
      onChange()
    }
    const openTask: OpenTask = { task: begin(), command, settle: done.resolve, again }
    openTasks.push(openTask)
    onChange()
    const leave = (): void => {
      clearTimeout(timer)
      openTasks.splice(openTasks.indexOf(openTask), 1)
      onChange()
    }
    return { openTask, refuse: done.reject, done: done.promise.finally(leave) }
  }

  return { openTasks, ask }
}
