import { type MappingSuggestion } from '../../mapping/suggest-mapping';
import { ColumnMappingDto, toColumnMappingDto } from './column-mapping.dto';

/** A mapping that the sheet's headers and values suggest. */
export class MappingSuggestionDto extends ColumnMappingDto {
  /**
   * How sure it is, from 0 to 1.
   * @example 0.95
   */
  confidence: number;
}

export class SuggestedMappingDto {
  suggestions: MappingSuggestionDto[];
}

export function toSuggestedMappingDto(
  suggestions: readonly MappingSuggestion[],
): SuggestedMappingDto {
  return {
    suggestions: suggestions.map((suggestion) => ({
      ...toColumnMappingDto(suggestion),
      confidence: suggestion.confidence,
    })),
  };
}
