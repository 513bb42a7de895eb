import { type StageCompiler } from '../types';
import { compileAddFields, compileProject, compileUnset } from './project';
import { compileBucket } from './bucket';
import { compileBucketAuto } from './bucket-auto';
import { compileCount } from './count';
import { compileDensify } from './densify';
import { compileDocuments, compileUnionWith } from './union-with';
import { compileFacet } from './facet';
import { compileFill } from './fill';
import { compileGraphLookup } from './graph-lookup';
import { compileGroup, compileSortByCount } from './group';
import { compileLimit, compileSkip, compileSort } from './sort';
import { compileLookup } from './lookup';
import { compileMatch } from './match';
import { compileRedact } from './redact';
import { compileReplaceRoot, compileReplaceWith } from './replace-root';
import { compileSample } from './sample';
import { compileSetWindowFields } from './set-window-fields';
import { compileUnwind } from './unwind';

/** The stages that documents flow through, by name. */
export const STAGES: ReadonlyMap<string, StageCompiler> = new Map<string, StageCompiler>([
  ['$addFields', compileAddFields('$addFields')],
  ['$bucket', compileBucket],
  ['$bucketAuto', compileBucketAuto],
  ['$count', compileCount],
  ['$densify', compileDensify],
  ['$documents', compileDocuments],
  ['$facet', compileFacet],
  ['$fill', compileFill],
  ['$graphLookup', compileGraphLookup],
  ['$group', compileGroup],
  ['$limit', compileLimit],
  ['$lookup', compileLookup],
  ['$match', compileMatch],
  ['$project', compileProject],
  ['$redact', compileRedact],
  ['$replaceRoot', compileReplaceRoot],
  ['$replaceWith', compileReplaceWith],
  ['$sample', compileSample],
  ['$set', compileAddFields('$set')],
  ['$setWindowFields', compileSetWindowFields],
  ['$skip', compileSkip],
  ['$sort', (specification, context) => compileSort(specification, context)],
  ['$sortByCount', compileSortByCount],
  ['$unionWith', compileUnionWith],
  ['$unset', compileUnset],
  ['$unwind', compileUnwind],
]);
