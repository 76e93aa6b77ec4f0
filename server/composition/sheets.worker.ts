import { assembliesReaders } from '../assemblies/assemblies.readers.ts';
import { billingReaders } from '../billing/billing.readers.ts';
import { eventsReaders } from '../events/events.readers.ts';
import { plainReaders } from '../platform/sheets/plain-readers.ts';
import { serveReadings } from '../platform/sheets/serve-readings.ts';
import { propertiesReaders } from '../properties/properties.readers.ts';

serveReadings([plainReaders, propertiesReaders, assembliesReaders, eventsReaders, billingReaders]);
