" Vim syntax file: rule files of wtrules (*.wtr)
" Made by `python -m wtrules.syntax` from the words of the language; do not edit.

if exists("b:current_syntax")
  finish
endif
let s:cpo_save = &cpo
set cpo&vim

syn case match
" A name may have dots and hyphens; a keyword inside one is part of the name.
syn iskeyword @,48-57,_,-,.,192-255

syn match wtrName /\%(\a\|_\|[^\x00-\x7F]\)\k*/
syn match wtrDefinition /\%(\<\%(assumption\|card\|chapter\|example\|label\|manual\|outcome\|override\|piece\|rule\|ruleset\|spell\|table\|topic\|variant\)\s\+\)\@<=\%(\a\|_\|[^\x00-\x7F]\)\k*\ze\s*\%(([^)]*)\s*\|for\>[^{]*\)\?{/
" Names that are also keywords, where only a name can be.
syn match wtrDefinition /\%(else\>\)\@!\%(\a\|_\|[^\x00-\x7F]\)\k*\ze\s*\%(([^)]*)\s*\|for\>[^{]*\)\?{/ contained
syn match wtrEnding /game\s\+\%(\a\|_\|[^\x00-\x7F]\)\k*\ze\s*\%($\|[}#]\)/ contained contains=wtrGame
syn match wtrGame /\%(end\s\+\)\@<=game/ contained
syn match wtrPage /\<p\~\?\d\+\>/
syn match wtrNumber /\d\+/
syn match wtrOperator @\.\.\|[-+*<>/=]\|[<>!]=@
syn region wtrString start=/"/ skip=/\\./ end=/"/ oneline contains=wtrEscape
syn match wtrEscape /\\./ contained
syn match wtrComment /#.*$/ contains=wtrTodo,@Spell
syn keyword wtrTodo TODO FIXME contained
syn region wtrBlock start=/{/ end=/}/ transparent fold

syn keyword wtrOpener action add as deck each either examples extends game if includes language may
syn keyword wtrOpener override players reading repeat round secretly setup title turn
syn keyword wtrOpener nextgroup=wtrDefinition skipwhite assumption card chapter example label manual outcome piece rule ruleset spell table topic variant
syn keyword wtrVerb bring change declare discard draw empty fill give hand hide lay lift move place
syn keyword wtrVerb play put recover refill release reshuffle return reveal roll score show spend
syn keyword wtrVerb swap take
syn keyword wtrEvent at begins cards castle casts die discards draws empties ends enters fills flask
syn keyword wtrEvent flasks from hides into lands leaves moves of on passes player plays points
syn keyword wtrEvent receives recovers revealed reveals rolls scores spends step steps swaps to tower
syn keyword wtrEvent wizard
syn keyword wtrProperty cost discard_pile draw_pile empty_flasks floor full_flasks ground hand_size
syn keyword wtrProperty height home index left level next_player opposite owner previous_player seat
syn keyword wtrProperty space spent_flasks top value wizards
syn keyword wtrPredicate discarded hidden in_box in_play known laid_out opponent seen shielded topmost
syn keyword wtrPredicate uppermost visible winner
syn keyword wtrConstant active actor arrivals group nobody nothing yes
syn keyword wtrKeyword above act affects after and any are assumed back backward because beneath bottom
syn keyword wtrKeyword by can chance choose cites clockwise code columns coming confidence continues
syn keyword wtrKeyword counterclockwise covers de default detail differs do does else en evidence
syn keyword wtrKeyword except excludes first followed for forbid forbidden forward given goal highest
syn keyword wtrKeyword holds illegal illustrates implies in is kind know knows letter lost lowest means
syn keyword wtrKeyword missed mod modality name needs next no not number omits one only opponents
syn keyword wtrKeyword option or order out over per phrased picture pieces pile places random reached
syn keyword wtrKeyword remove says scope secret setting shows single spaces spells start states stop
syn keyword wtrKeyword suppress term then times total towers unplayable when where while whose wins
syn keyword wtrKeyword with word worth
syn keyword wtrKeyword nextgroup=wtrName skipwhite allowance define let memory perform set use
syn keyword wtrKeyword nextgroup=wtrEnding skipwhite end

hi def link wtrOpener Statement
hi def link wtrVerb Function
hi def link wtrEvent Type
hi def link wtrProperty Identifier
hi def link wtrPredicate Identifier
hi def link wtrConstant Constant
hi def link wtrKeyword Keyword
hi def link wtrDefinition Function
hi def link wtrGame Statement
hi def link wtrPage Special
hi def link wtrNumber Number
hi def link wtrOperator Operator
hi def link wtrString String
hi def link wtrEscape SpecialChar
hi def link wtrComment Comment
hi def link wtrTodo Todo

let b:current_syntax = "wtr"
let &cpo = s:cpo_save
unlet s:cpo_save
