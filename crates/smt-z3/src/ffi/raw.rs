//! The functions of Z3's C interface that are used here, as a table that is filled when the library is loaded.
//!
//! The declarations are the one place where the compiler believes us about foreign code: each must be what `z3_api.h`,
//! `z3_fpa.h` and `z3_fixedpoint.h` say, for all versions from 4.8.12 on. Functions of one shape share a type that nobody
//! else can make, so that safe code can pass them around.

use libloading::Library;
use std::ffi::{c_char, c_int, c_uint, c_void};

/// Declares what a pointer of the interface points to.
macro_rules! opaque {
    ($($tag:ident = $raw:ident),* $(,)?) => {
        $(pub(super) enum $tag {}
        pub(super) type $raw = *mut $tag;)*
    };
}

opaque! {
    ConfigTag = RawConfig, ContextTag = RawContext, AstTag = RawAst, SortTag = RawSort, DeclTag = RawDecl,
    SymbolTag = RawSymbol, SolverTag = RawSolver, ModelTag = RawModel, VectorTag = RawVector,
    ParamsTag = RawParams, TacticTag = RawTactic, GoalTag = RawGoal, ApplyTag = RawApply, FixedpointTag = RawFixedpoint,
    InterpretationTag = RawInterpretation, EntryTag = RawEntry,
}

pub(super) type Handler = unsafe extern "C" fn(RawContext, c_uint);

/// Declares shapes of term constructors.
macro_rules! shapes {
    ($($(#[$doc:meta])* $name:ident($($argument:ty),*);)*) => {
        $($(#[$doc])*
        #[derive(Clone, Copy)]
        pub(crate) struct $name(pub(super) unsafe extern "C" fn(RawContext, $($argument),*) -> RawAst);)*
    };
}

shapes! {
    /// A constructor without arguments.
    Nullary();
    /// A constructor with one argument.
    Unary(RawAst);
    /// A constructor with two arguments.
    Binary(RawAst, RawAst);
    /// A constructor with three arguments.
    Ternary(RawAst, RawAst, RawAst);
    /// A constructor with any number of arguments.
    Nary(c_uint, *const RawAst);
    /// A constructor with a number and an argument.
    Indexed(c_uint, RawAst);
    /// A conversion of floats with a rounding mode to a sort.
    Rounded(RawAst, RawAst, RawSort);
    /// A conversion of floats with a rounding mode to a width.
    ToBits(RawAst, RawAst, c_uint);
    /// An operation on two bit-vectors that are signed or not.
    Signed(RawAst, RawAst, bool);
    /// A binder over constants.
    Binder(c_uint, c_uint, *const RawAst, c_uint, *const c_void, RawAst);
}

/// Looks a function up.
///
/// # Safety
/// The type must be that of the function in the library.
unsafe fn find<T: Copy>(library: &Library, name: &'static str) -> Result<T, &'static str> {
    // SAFETY: the caller vouches for the type; the symbol is copied out and the library is never unloaded.
    unsafe { library.get::<T>(name.as_bytes()).map(|symbol| *symbol).map_err(|_| name) }
}

/// Declares the table.
macro_rules! table {
    (shaped { $($shape:ident: $($function:ident)*;)* }
     plain { $($plain:ident: fn($($argument:ty),*) $(-> $result:ty)?;)* }) => {
        /// All functions.
        pub(crate) struct Table {
            $($(pub(crate) $function: $shape,)*)*
            $(pub(super) $plain: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
        }

        impl Table {
            /// Looks all functions up; the error names one that is missing.
            ///
            /// # Safety
            /// The library must be Z3, 4.8.12 or later.
            pub(super) unsafe fn new(library: &Library) -> Result<Self, &'static str> {
                Ok(Self {
                    $($($function: {
                        // SAFETY: the shape is what the headers say.
                        $shape(unsafe { find(library, concat!("Z3_", stringify!($function)))? })
                    },)*)*
                    $($plain: {
                        // SAFETY: the declaration is what the headers say.
                        unsafe { find(library, concat!("Z3_", stringify!($plain)))? }
                    },)*
                })
            }
        }
    };
}

table! {
    shaped {
        Nullary: mk_true mk_false mk_fpa_rne mk_fpa_rna mk_fpa_rtp mk_fpa_rtn mk_fpa_rtz;
        Unary: mk_not mk_unary_minus mk_int2real mk_real2int mk_is_int mk_bvnot mk_bvneg mk_fpa_abs mk_fpa_neg
            mk_fpa_is_normal mk_fpa_is_subnormal mk_fpa_is_zero mk_fpa_is_infinite mk_fpa_is_nan mk_fpa_is_negative
            mk_fpa_is_positive mk_fpa_to_real mk_fpa_to_ieee_bv simplify;
        Binary: mk_xor mk_implies mk_eq mk_div mk_mod mk_le mk_lt mk_ge mk_gt mk_concat mk_bvand mk_bvor mk_bvxor
            mk_bvnand mk_bvnor mk_bvxnor mk_bvadd mk_bvsub mk_bvmul mk_bvudiv mk_bvurem mk_bvsdiv mk_bvsrem mk_bvsmod
            mk_bvshl mk_bvlshr mk_bvashr mk_bvult mk_bvule mk_bvugt mk_bvuge mk_bvslt mk_bvsle mk_bvsgt mk_bvsge
            mk_bvmul_no_underflow mk_fpa_sqrt mk_fpa_rem mk_fpa_round_to_integral mk_fpa_min mk_fpa_max
            mk_fpa_leq mk_fpa_lt mk_fpa_geq mk_fpa_gt mk_fpa_eq mk_select;
        Ternary: mk_ite mk_store mk_fpa_fp mk_fpa_add mk_fpa_sub mk_fpa_mul mk_fpa_div;
        Nary: mk_and mk_or mk_distinct mk_add mk_sub mk_mul;
        Indexed: mk_sign_ext mk_zero_ext mk_repeat mk_rotate_left mk_rotate_right mk_int2bv;
        Rounded: mk_fpa_to_fp_float mk_fpa_to_fp_real mk_fpa_to_fp_signed mk_fpa_to_fp_unsigned;
        ToBits: mk_fpa_to_ubv mk_fpa_to_sbv;
        Signed: mk_bvmul_no_overflow;
        Binder: mk_forall_const mk_exists_const;
    }
    plain {
        mk_config: fn() -> RawConfig;
        del_config: fn(RawConfig);
        mk_context_rc: fn(RawConfig) -> RawContext;
        del_context: fn(RawContext);
        interrupt: fn(RawContext);
        set_error_handler: fn(RawContext, Handler);
        get_error_code: fn(RawContext) -> c_uint;
        get_error_msg: fn(RawContext, c_uint) -> *const c_char;
        get_full_version: fn() -> *const c_char;
        get_version: fn(*mut c_uint, *mut c_uint, *mut c_uint, *mut c_uint);
        global_param_set: fn(*const c_char, *const c_char);
        get_estimated_alloc_size: fn() -> u64;
        inc_ref: fn(RawContext, RawAst);
        dec_ref: fn(RawContext, RawAst);

        mk_int_symbol: fn(RawContext, c_int) -> RawSymbol;
        mk_string_symbol: fn(RawContext, *const c_char) -> RawSymbol;
        mk_bool_sort: fn(RawContext) -> RawSort;
        mk_int_sort: fn(RawContext) -> RawSort;
        mk_real_sort: fn(RawContext) -> RawSort;
        mk_bv_sort: fn(RawContext, c_uint) -> RawSort;
        mk_array_sort: fn(RawContext, RawSort, RawSort) -> RawSort;
        mk_fpa_sort: fn(RawContext, c_uint, c_uint) -> RawSort;
        mk_fpa_rounding_mode_sort: fn(RawContext) -> RawSort;
        mk_func_decl: fn(RawContext, RawSymbol, c_uint, *const RawSort, RawSort) -> RawDecl;
        mk_app: fn(RawContext, RawDecl, c_uint, *const RawAst) -> RawAst;
        mk_fresh_const: fn(RawContext, *const c_char, RawSort) -> RawAst;
        mk_numeral: fn(RawContext, *const c_char, RawSort) -> RawAst;
        mk_unsigned_int64: fn(RawContext, u64, RawSort) -> RawAst;
        mk_extract: fn(RawContext, c_uint, c_uint, RawAst) -> RawAst;
        mk_bv2int: fn(RawContext, RawAst, bool) -> RawAst;
        mk_fpa_fma: fn(RawContext, RawAst, RawAst, RawAst, RawAst) -> RawAst;
        mk_fpa_nan: fn(RawContext, RawSort) -> RawAst;
        mk_fpa_to_fp_bv: fn(RawContext, RawAst, RawSort) -> RawAst;
        mk_const_array: fn(RawContext, RawSort, RawAst) -> RawAst;

        mk_solver: fn(RawContext) -> RawSolver;
        mk_solver_for_logic: fn(RawContext, RawSymbol) -> RawSolver;
        solver_inc_ref: fn(RawContext, RawSolver);
        solver_set_params: fn(RawContext, RawSolver, RawParams);
        solver_dec_ref: fn(RawContext, RawSolver);
        solver_push: fn(RawContext, RawSolver);
        solver_pop: fn(RawContext, RawSolver, c_uint);
        solver_assert: fn(RawContext, RawSolver, RawAst);
        solver_check_assumptions: fn(RawContext, RawSolver, c_uint, *const RawAst) -> c_int;
        solver_get_model: fn(RawContext, RawSolver) -> RawModel;
        solver_get_unsat_core: fn(RawContext, RawSolver) -> RawVector;
        solver_get_reason_unknown: fn(RawContext, RawSolver) -> *const c_char;

        model_inc_ref: fn(RawContext, RawModel);
        model_dec_ref: fn(RawContext, RawModel);
        model_eval: fn(RawContext, RawModel, RawAst, bool, *mut RawAst) -> bool;
        model_get_func_interp: fn(RawContext, RawModel, RawDecl) -> RawInterpretation;
        func_interp_inc_ref: fn(RawContext, RawInterpretation);
        func_interp_dec_ref: fn(RawContext, RawInterpretation);
        func_interp_get_num_entries: fn(RawContext, RawInterpretation) -> c_uint;
        func_interp_get_entry: fn(RawContext, RawInterpretation, c_uint) -> RawEntry;
        func_interp_get_else: fn(RawContext, RawInterpretation) -> RawAst;
        func_entry_inc_ref: fn(RawContext, RawEntry);
        func_entry_dec_ref: fn(RawContext, RawEntry);
        func_entry_get_value: fn(RawContext, RawEntry) -> RawAst;
        func_entry_get_num_args: fn(RawContext, RawEntry) -> c_uint;
        func_entry_get_arg: fn(RawContext, RawEntry, c_uint) -> RawAst;
        ast_vector_inc_ref: fn(RawContext, RawVector);
        ast_vector_dec_ref: fn(RawContext, RawVector);
        ast_vector_size: fn(RawContext, RawVector) -> c_uint;
        ast_vector_get: fn(RawContext, RawVector, c_uint) -> RawAst;

        get_ast_kind: fn(RawContext, RawAst) -> c_uint;
        get_numeral_string: fn(RawContext, RawAst) -> *const c_char;
        get_numeral_uint64: fn(RawContext, RawAst, *mut u64) -> bool;
        get_sort: fn(RawContext, RawAst) -> RawSort;
        get_sort_kind: fn(RawContext, RawSort) -> c_uint;
        get_bv_sort_size: fn(RawContext, RawSort) -> c_uint;
        get_array_sort_domain: fn(RawContext, RawSort) -> RawSort;
        get_array_sort_range: fn(RawContext, RawSort) -> RawSort;
        fpa_get_ebits: fn(RawContext, RawSort) -> c_uint;
        fpa_get_sbits: fn(RawContext, RawSort) -> c_uint;
        fpa_is_numeral_nan: fn(RawContext, RawAst) -> bool;
        get_app_decl: fn(RawContext, RawAst) -> RawDecl;
        get_app_num_args: fn(RawContext, RawAst) -> c_uint;
        get_app_arg: fn(RawContext, RawAst, c_uint) -> RawAst;
        get_decl_name: fn(RawContext, RawDecl) -> RawSymbol;
        get_decl_kind: fn(RawContext, RawDecl) -> c_uint;
        get_decl_num_parameters: fn(RawContext, RawDecl) -> c_uint;
        get_decl_parameter_kind: fn(RawContext, RawDecl, c_uint) -> c_uint;
        get_decl_int_parameter: fn(RawContext, RawDecl, c_uint) -> c_int;
        get_symbol_kind: fn(RawContext, RawSymbol) -> c_uint;
        get_symbol_int: fn(RawContext, RawSymbol) -> c_int;
        get_symbol_string: fn(RawContext, RawSymbol) -> *const c_char;
        get_index_value: fn(RawContext, RawAst) -> c_uint;
        is_as_array: fn(RawContext, RawAst) -> bool;
        get_as_array_func_decl: fn(RawContext, RawAst) -> RawDecl;
        is_quantifier_forall: fn(RawContext, RawAst) -> bool;
        is_quantifier_exists: fn(RawContext, RawAst) -> bool;
        get_quantifier_num_bound: fn(RawContext, RawAst) -> c_uint;
        get_quantifier_bound_sort: fn(RawContext, RawAst, c_uint) -> RawSort;
        get_quantifier_body: fn(RawContext, RawAst) -> RawAst;
        substitute_vars: fn(RawContext, RawAst, c_uint, *const RawAst) -> RawAst;
        ast_to_string: fn(RawContext, RawAst) -> *const c_char;

        mk_params: fn(RawContext) -> RawParams;
        params_inc_ref: fn(RawContext, RawParams);
        params_dec_ref: fn(RawContext, RawParams);
        params_set_bool: fn(RawContext, RawParams, RawSymbol, bool);
        params_set_symbol: fn(RawContext, RawParams, RawSymbol, RawSymbol);

        mk_tactic: fn(RawContext, *const c_char) -> RawTactic;
        tactic_inc_ref: fn(RawContext, RawTactic);
        tactic_dec_ref: fn(RawContext, RawTactic);
        tactic_apply: fn(RawContext, RawTactic, RawGoal) -> RawApply;
        mk_goal: fn(RawContext, bool, bool, bool) -> RawGoal;
        goal_inc_ref: fn(RawContext, RawGoal);
        goal_dec_ref: fn(RawContext, RawGoal);
        goal_assert: fn(RawContext, RawGoal, RawAst);
        goal_precision: fn(RawContext, RawGoal) -> c_uint;
        goal_size: fn(RawContext, RawGoal) -> c_uint;
        goal_formula: fn(RawContext, RawGoal, c_uint) -> RawAst;
        apply_result_inc_ref: fn(RawContext, RawApply);
        apply_result_dec_ref: fn(RawContext, RawApply);
        apply_result_get_num_subgoals: fn(RawContext, RawApply) -> c_uint;
        apply_result_get_subgoal: fn(RawContext, RawApply, c_uint) -> RawGoal;

        mk_fixedpoint: fn(RawContext) -> RawFixedpoint;
        fixedpoint_inc_ref: fn(RawContext, RawFixedpoint);
        fixedpoint_dec_ref: fn(RawContext, RawFixedpoint);
        fixedpoint_set_params: fn(RawContext, RawFixedpoint, RawParams);
        fixedpoint_register_relation: fn(RawContext, RawFixedpoint, RawDecl);
        fixedpoint_add_rule: fn(RawContext, RawFixedpoint, RawAst, RawSymbol);
        fixedpoint_query_relations: fn(RawContext, RawFixedpoint, c_uint, *const RawDecl) -> c_int;
        fixedpoint_get_answer: fn(RawContext, RawFixedpoint) -> RawAst;
        fixedpoint_get_reason_unknown: fn(RawContext, RawFixedpoint) -> *const c_char;
    }
}
