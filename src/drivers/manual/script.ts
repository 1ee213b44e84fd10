/**
 * Updates the page; without it, the page is reloaded by hand. The current step is not replaced while a field of it
 * is being edited.
 */
export const script = `
const page = () => document.querySelector('main')
const news = () => document.getElementById('news')
const isBusy = () => [...document.querySelectorAll('textarea, input:not([type=hidden])')]
  .some((field) => field.value !== field.defaultValue || field === document.activeElement)
const { path } = document.documentElement.dataset
const parsed = async () => new DOMParser().parseFromString(await (await fetch(path)).text(), 'text/html')
async function refresh() {
  const next = await parsed()
  const isSame = next.querySelector('main').dataset.task === page().dataset.task
  for (const id of isSame || isBusy() ? ['seen', 'sessions'] : []) {
    document.getElementById(id).replaceWith(next.getElementById(id))
  }
  if (isSame) return
  if (isBusy()) return void (news().textContent = 'The run has moved on to another step. Reload this page to see it.')
  document.title = next.title
  page().replaceWith(next.querySelector('main'))
}
function end(words) {
  news().textContent = words
  document.title = 'The run is over · Assay'
  for (const each of page().querySelectorAll(':scope > :is(.step, .todo, .now)')) each.remove()
  page().querySelector('h1').textContent = 'The run is over'
}
let isLeaving = false
document.addEventListener('submit', () => { isLeaving = true })
async function listen(version, failures) {
  if (isLeaving) return
  try {
    const update = await (await fetch(path + '/news?after=' + version)).json()
    if (update.over !== undefined) return end(update.over)
    if (update.version > version) await refresh()
    setTimeout(listen, 200, update.version, 0)
  } catch {
    if (failures < 3) return void setTimeout(listen, 1000, version, failures + 1)
    end(news().textContent || 'The run is over, or cannot be reached. The terminal has the rest.')
  }
}
if (news().textContent === '') listen(Number(document.documentElement.dataset.version), 0)
`
