(* Quantities of vectors that move, whose comparison theorems need no proof of their author's: what is
   made of inner products is derived along the flow, and what its derivative has to satisfy is read off
   what is known of the linear maps: their signs, their bounds, their adjoints. *)
From Coq Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Comparison Quantities Numbers.
Open Scope R_scope.

(* Velocities are found by what moves: to compare whole derivatives would unfold them. *)
Ltac what_moves f := lazymatch f with (fun s => ?u s) => u | _ => f end.
Ltac moves_by_itself := match goal with
  | D : forall t : R, 0 <= t -> is_derive ?f t (@?d t) |- is_derive ?g _ _ =>
      let u := what_moves f in let v := what_moves g in constr_eq u v; solve [ apply D; assumption ]
  | D : forall t : R, 0 <= t -> is_vderive ?f t (@?d t) |- is_vderive ?g _ _ =>
      let u := what_moves f in let v := what_moves g in constr_eq u v; solve [ apply D; assumption ]
  | D : forall (t : R) (i : ?I), 0 <= t -> is_derive (fun s => ?u s i) t (@?d t i)
    |- is_derive (fun s => ?v s ?j) _ _ => constr_eq u v; solve [ apply (D _ j); assumption ]
  | D : forall (t : R) (i : ?I), 0 <= t -> is_vderive (fun s => ?u s i) t (@?d t i)
    |- is_vderive (fun s => ?v s ?j) _ _ => constr_eq u v; solve [ apply (D _ j); assumption ]
  end.
Ltac not_zero := cbv beta; first [ solve [ auto ] | apply Rgt_not_eq, Rlt_gt; solve [ positive_by_form ] ].
Ltac derived := first [ moves_by_itself | derived_parts ]
with derived_parts := lazymatch goal with
  | A : adjoint ?W ?V |- is_vderive (fun s => ?W (@?x s)) _ _ =>
      eapply (vderive_operator W V x); [ exact A | assumption | derived ]
  | |- is_derive (fun _ => ?c) _ _ => apply derive_const
  | |- is_derive (fun s => inner (@?x s) (@?y s)) _ _ => apply (derive_inner x y); derived
  | |- is_derive (fun s => @?f s + @?g s) _ _ => apply (derive_plus f g); derived
  | |- is_derive (fun s => @?f s - @?g s) _ _ => apply (derive_minus f g); derived
  | |- is_derive (fun s => - @?f s) _ _ => apply (derive_opp f); derived
  | |- is_derive (fun s => @?f s * @?g s) _ _ => apply (derive_mult f g); derived
  | |- is_derive (fun s => @?f s / ?c) _ _ => apply (derive_mult f (fun _ => / c)); derived
  | |- is_derive (fun s => @?f s / @?g s) _ _ => apply (derive_div f g); [ not_zero | derived | derived ]
  | |- is_derive (fun s => / @?f s) _ _ => apply (derive_inv f); [ not_zero | derived ]
  | |- is_derive (fun s => ln (@?f s)) _ _ => apply (derive_ln f); [ solve [ positive_by_form ] | derived ]
  | |- is_derive (fun s => sqrt (@?f s)) _ _ => apply (derive_sqrt f); [ solve [ positive_by_form ] | derived ]
  | |- is_derive (fun s => @?f s ^ O) ?x ?l => change (is_derive (fun _ => 1) x l); derived
  | |- is_derive (fun s => @?f s ^ S ?n) ?x ?l =>
      change (is_derive (fun s => f s * f s ^ n) x l); derived
  | |- is_derive (fun s => exp (@?f s)) _ _ => apply (derive_exp f); derived
  | |- is_derive (fun s => sin (@?f s)) _ _ => apply (derive_sin f); derived
  | |- is_derive (fun s => cos (@?f s)) _ _ => apply (derive_cos f); derived
  | |- is_derive (fun s => total ?T (@?f s)) _ _ => apply (derive_total T f); intro; derived
  | |- is_vderive (fun _ => ?c) _ _ => apply vderive_const
  | |- is_vderive (fun s => vadd (@?x s) (@?y s)) _ _ => apply (vderive_add x y); derived
  | |- is_vderive (fun s => vsub (@?x s) (@?y s)) _ _ =>
      apply (vderive_add x (fun s => vscale (-1) (y s))); derived
  | |- is_vderive (fun s => vscale (@?f s) (@?y s)) _ _ => apply (vderive_scale f y); derived
  end.
Ltac turned := repeat match goal with
  | A : adjoint ?W _ |- context [inner (?W (vadd ?a ?b)) ?y] => rewrite (A (vadd a b) y)
  | A : adjoint ?W _ |- context [inner (?W (vscale ?a ?b)) ?y] => rewrite (A (vscale a b) y)
  | A : adjoint _ ?V |- context [inner ?y (?V (vadd ?a ?b))] => rewrite <- (A y (vadd a b))
  | A : adjoint _ ?V |- context [inner ?y (?V (vscale ?a ?b))] => rewrite <- (A y (vscale a b))
  end.
Ltac expanded := unfold vsub in *; cbv beta; turned;
  rewrite ?inner_add_l, ?inner_add_r, ?inner_scale_l, ?inner_scale_r, ?inner_zero_l, ?inner_zero_r.
Ltac one_way := repeat match goal with
  | |- context [inner (?A ?x) ?x] => rewrite (inner_sym _ (A x) x)
  | |- context [inner ?x ?y] => match goal with |- context [inner y x] =>
      tryif constr_eq x y then fail else rewrite (inner_sym _ y x) end
  end.
Ltac facts_at x := repeat match goal with
  | P : positive ?W |- _ => learn (positive_form _ W P x)
  | B : forall z, sqrt (inner (?M z) (?M z)) <= ?s * sqrt (inner z z) |- _ => learn (form_at_most _ M s B x)
  | F : forall z : _, _ |- _ => let T := type of (F x) in learn (F x)
  end.
Ltac facts := repeat match goal with |- context [inner ?x _] =>
  lazymatch goal with _ : 0 <= inner x x |- _ => fail | _ =>
    pose proof (inner_nonneg _ x); facts_at x end end;
  repeat match goal with H : context [inner (?A ?x) ?x] |- _ => rewrite (inner_sym _ (A x) x) in H end;
  repeat match goal with
  | A : adjoint ?W ?V |- context [inner ?x (?W ?y)] => learn (turned_form _ W V A x y)
  | A : adjoint ?W ?V |- context [inner (?W ?x) ?y] =>
      learn (swapped_form _ W V A x y); learn (inner_sym _ (W x) y)
  end.
(* Squares times what is not negative, as the rest of a derivative has them. *)
Ltac squares := repeat match goal with
  | |- context [?x ^ 2] => learn (pow2_ge_0 x)
  | H : 0 <= ?g |- context [?x ^ 2] => is_var g; learn (Rmult_le_pos g (x ^ 2) H (pow2_ge_0 x))
  | H : 0 < ?g |- context [?x ^ 2] =>
      is_var g; learn (Rmult_le_pos g (x ^ 2) (Rlt_le 0 g H) (pow2_ge_0 x))
  | H : 0 <= ?g |- context [inner ?x ?x] =>
      is_var g; learn (Rmult_le_pos g (inner x x) H (inner_nonneg _ x))
  | H : 0 < ?g |- context [inner ?x ?x] =>
      is_var g; learn (Rmult_le_pos g (inner x x) (Rlt_le 0 g H) (inner_nonneg _ x))
  end.
(* A sum of products whose factors have signs; and a derivative that is 0. *)
Ltac by_signs := lazymatch goal with
  | |- ?e <= 0 => cut (0 <= - e); [ lra |]; ring_simplify; not_negative_by_form
  | |- 0 <= ?e => ring_simplify; not_negative_by_form
  end.
Ltac vanishes := lazymatch goal with
  | |- _ <= 0 => right; field; repeat split; not_zero
  | |- 0 <= _ => right; symmetry; field; repeat split; not_zero
  end.
Ltac compared := first [ solve [ by_signs ] | solve [ vanishes ]
  | expanded; one_way; facts; first [ lra | ring_simplify; squares; lra | nra ] ].
Ltac settled := intros; eexists; split; [ derived | cbv beta; lazymatch goal with
  | |- total _ _ <= 0 => apply sum_not_positive; intros; compared
  | |- 0 <= total _ _ => apply sum_not_negative; intros; compared
  | |- _ => compared end ].
Ltac as_function t E := eval pattern t in E.
Ltac quantity := match goal with
  | |- nondecreasing ?u => apply (quantity_nondecreasing u); settled
  | C : coercive _ |- vtends (fun t => ?x t) vzero =>
      let c := fresh "c" in destruct C as [c [? ?]]; apply (fades _ x c); [ assumption | settled ]
  | |- sqrt (inner (?x ?t) (?x ?t)) <= ?M * exp (?k * ?t) =>
      apply (root_decays (fun t => inner (x t) (x t)) k M); [ intros; apply inner_nonneg | lra | settled | assumption ]
  | |- sqrt (inner (?x ?t) (?x ?t)) <= ?M =>
      apply (root_stays_below (fun t => inner (x t) (x t)) M); [ intros; apply inner_nonneg | lra | settled | assumption ]
  | T : 0 <= ?t |- ?E <= ?M * exp (?k * ?t) => let f := as_function t E in match f with ?u t =>
      apply (quantity_decays u k M); [ lra | settled | assumption ] end
  | T : 0 <= ?t |- ?E <= ?M => let f := as_function t E in match f with ?u t =>
      apply (quantity_stays_below u M); [ lra | settled | assumption ] end
  | T : 0 <= ?t |- ?M <= ?E => let f := as_function t E in match f with ?u t =>
      apply Rle_trans with (u 0); [ lra | apply (quantity_rises u); [ settled | assumption ] ] end
  | T : 0 <= ?t |- ?E = ?M => let f := as_function t E in match f with ?u t =>
      apply Rle_antisym; [ apply (quantity_stays_below u M); [ lra | settled | assumption ]
        | apply Rle_trans with (u 0); [ lra | apply (quantity_rises u); [ settled | assumption ] ] ] end
  end.
Ltac by_quantities := intros; repeat match goal with
  | |- _ /\ _ => split
  | |- _ -> _ => intro
  | |- forall _, _ => intro
  | H : _ /\ _ |- _ => destruct H
  end; solve [ quantity ].
