import { describeFaults } from './describe-faults.ts';

describeFaults(['postgres', 'postgres3']);
