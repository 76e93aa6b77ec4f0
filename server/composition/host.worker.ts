import { hostWorkers } from '../platform/queue/worker-host.ts';

hostWorkers();
