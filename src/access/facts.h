/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the values of a function are known to point to, and what its memory
 * operands therefore touch.
 */
#ifndef ACCESS_FACTS_H
#define ACCESS_FACTS_H

#include "access/flow.h"
#include "access/place.h"
#include "access/types.h"

/* How a fact was learnt: the better ones last. */
enum fact_source {
	FACT_GUESSED,		/* the only container that a function knows */
	FACT_STORED,		/* by what it is stored to */
	FACT_JOINED,		/* behind a join, by a value it may be */
	FACT_PASSED,		/* by the parameter that it is passed as */
	FACT_LOADED,		/* by the member it was loaded from */
	FACT_RETURNED,		/* by the function that returned it */
	FACT_DECLARED,		/* by a variable that holds it */
	FACT_NR_SOURCES,
};

/* A value, with off 0, points @off bytes into an object of @type. */
struct fact {
	const struct lay_type *type;	/* as types_whole() has it */
	int64_t off;
	struct dw_range range;		/* where a variable says so; 0, 0: it is
					 * no variable */
	uint32_t block;			/* of dw_function; or CODE_NONE */
	uint32_t next;			/* of the same value, or CODE_NONE */
	uint8_t source;			/* enum fact_source */
	bool alone;			/* the object is a variable itself */
};

/* A variable, or part of one, on the stack. */
struct stack_var {
	const struct lay_type *type;
	int64_t off;			/* of its first byte, from the CFA */
	uint64_t size;
	struct dw_range range;
	uint32_t block;
	bool pointed;			/* a pointer says so, not a variable */
};

enum answer_grade {
	ANSWER_UNKNOWN,
	ANSWER_AMBIGUOUS,
	ANSWER_INFERRED,
	ANSWER_EXACT,
};

enum answer_reason {
	REASON_NONE,
	REASON_STACK,		/* the function's own frame, no variable */
	REASON_SEGMENT,		/* relative to a segment that is not followed */
	REASON_JUMP_TABLE,
	REASON_NO_SYMBOL,	/* a fixed address without a variable */
	REASON_VOID,		/* by a pointer to void */
	REASON_UNDEFINED,	/* by a pointer to what is nowhere defined, or
				 * in several ways, not in this unit */
	REASON_NUMBER,		/* by what is declared as a number */
	REASON_OUTSIDE,		/* outside of what the base points to */
	REASON_JOINED,		/* base is one of several values */
	REASON_CALL,		/* base was returned by a call that is not
				 * known */
	REASON_LOADED,		/* base was loaded from what is not known */
	REASON_COMPUTED,	/* base was computed */
	REASON_ENTRY,		/* base was passed, no variable says what */
	REASON_HOLE,		/* no member is there */
	REASON_NO_MEMORY_TYPE,	/* no variable has it */
	NR_REASONS,
};

#define ANSWER_OTHERS_MAX 4

/* What an operand touches. */
struct answer {
	enum answer_grade grade;
	enum answer_reason reason;	/* UNKNOWN: why; else NONE */
	struct place place;
	unsigned int size;	/* bytes that are accessed, all in all */
	uint8_t source;			/* enum fact_source */
	int score;
	bool open;		/* it can be another when the function turns out
				 * to deal with more records */
	/* other members that it could as well be */
	struct place others[ANSWER_OTHERS_MAX];
	unsigned int nr_others;
};

/* Starts as all zeros; facts_learn() again uses the memory again. */
struct facts {
	const struct flow *flow;
	const struct dw_scopes *scopes;
	const struct dw_function *function;	/* NULL: none is known */
	struct types *types;
	uint32_t *heads;		/* by def: its first fact */
	size_t cap_heads;
	/* by def: nr_facts when its last fact was added, and when it was learnt
	 * from last, plus one; 0: never */
	uint32_t *news, *learnt;
	size_t cap_news, cap_learnt;
	struct fact *facts;
	size_t nr_facts, cap_facts;
	struct stack_var *stack_vars;
	size_t nr_stack_vars, cap_stack_vars;
	struct flow_object *objects;
	size_t nr_objects, cap_objects;
	const struct lay_type **records;	/* that its variables name */
	size_t nr_records, cap_records;
	const struct lay_type **callees;	/* by instruction: function
						 * types, or NULL */
	size_t cap_callees;
	bool changed;
	bool failed;			/* no memory */
};

/* The stack objects that @function declares, for flow_run(): before
 * facts_learn(). */
int facts_objects(struct facts *facts, const struct dw_function *function,
		  struct types *types, struct lay_error *err);

int facts_learn(struct facts *facts, const struct flow *flow,
		const struct dw_scopes *scopes,
		const struct dw_function *function, struct types *types,
		struct lay_error *err);
void facts_free(struct facts *facts);

/* What the memory operand @arg of instruction @insn touches. */
void facts_answer(struct facts *facts, uint32_t insn,
		  const struct insn_arg *arg, struct answer *answer);

#endif /* ACCESS_FACTS_H */
