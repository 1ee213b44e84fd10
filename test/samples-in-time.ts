import { readSampleTime } from '../suites/kit/sample-time.ts'

// The command line may choose the time of samples, once in a process: a test of it must not choose it for those after it.
readSampleTime()
