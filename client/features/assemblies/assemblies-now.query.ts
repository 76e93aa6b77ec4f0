import { listAssembliesNow } from '../../../shared/assemblies/assemblies.api.ts';
import { freshOf } from '../../lib/query.ts';

/** The assemblies that concern the person today. */
export const assembliesNowQuery = freshOf(['assemblies-now'], listAssembliesNow);
