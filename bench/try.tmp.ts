import { run } from '../src/assembly/run.ts'
const settings = { profile:(process.argv[2]??'document'), given:Object.fromEntries(process.argv.slice(3).map(x=>x.split('='))), targets:{}, addresses:{issuer:'https://issuer.example','status-service':'https://status.example','wallet-backend':'https://wallet.example',verifier:'https://verifier.example'}, accounts:[{deviceId:'device-0001',uid:'000000000019',sessionToken:'t1'},{deviceId:'device-0002',uid:'000000000027',sessionToken:'t2'}], only:[],skip:[],seed:'1',out:'out',keepPrivate:false,strict:false,subject:{},deadline:600 }
const t=performance.now()
const { report, hops } = await run(settings as any, { clock: Date.now, tool:{name:'assay',version:'0'}, lines:{}, signal: new AbortController().signal, record(){}, progress(e){console.log(e.episode.session,e.ended,e.reason??'')} })
console.log(performance.now()-t)
for (const h of hops) console.log(h.number,h.session,h.endpoint,h.from,'->',h.to,h.asked.method,h.replied?.status, (h.replied?.status??0)>=400?h.replied?.body:'', h.endpoint==='presentation'?h.replied?.body.slice(0,150):'')
console.log(report.verdict, report.effects)
const by:any={}
for(const r of report.results){ (by[r.outcome]??=[]).push(r) }
for(const o in by){ console.log(o,by[o].length); if(['failed','cantTell','harnessError','passedNonStrict'].includes(o)) for(const r of by[o]) console.log('  ',r.id,r.force,r.binds,r.reason??'',JSON.stringify(r.findings).slice(0,200)) }
for(const r of by.inapplicable??[]) console.log('  n/a',r.id,r.force,r.binds,r.reason)
