import { playAndJudge } from '../src/assembly/run.ts'
import { rehearsed } from '../src/assembly/live.ts'
import { probingWith } from '../src/assembly/lies.ts'
const t=performance.now()
let tp=0
const r = await playAndJudge({...rehearsed, profile:(process.argv[2]??'document') as any, given:Object.fromEntries(process.argv.slice(3).map(x=>x.split('=')))}, { clock: Date.now, tool:{name:'assay',version:'0'}, lines:{}, signal: new AbortController().signal, record(){}, progress(){}, probing: async (s)=>{const t0=performance.now(); const p=await probingWith({members:+(process.env.M??1),seed:1})(s); tp=performance.now()-t0; return p} })
console.log('all',performance.now()-t,'probing',tp, 'probes', r.probes.length)
const by:any={}
for(const p of r.probes){ const k=p.judge+' '+p.answer; (by[k]??=[]).push(p)}
for(const k in by){ console.log(k,by[k].length); if(!k.includes('refused')) for(const p of by[k].slice(0,+(process.env.N??40))) console.log('   ',p.id,p.reason??'') }
for(const x of r.results) if(['failed','cantTell','harnessError'].includes(x.outcome)) console.log(x.requirement.id,x.outcome,x.reason??'',x.findings.length)
