(* Laws in discrete time that need no proof of their author's: a claim that has none, and that no
   family of flows has, is put to `by_steps`. It proves by induction on the number of steps that what
   holds at the start is kept: an equation or a comparison of numbers, a bound on all members that are
   averaged, a length that shrinks by a factor. *)
From Coq Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. what one step keeps *)

Section Means.
Context {I : Type} (T : list I) (a u : I -> R).
Hypothesis Weights : forall i, 0 <= a i.

Lemma mean_at_most s M : total T a = s -> (forall i, u i <= M) -> total T (fun i => a i * u i) <= s * M.
Proof.
  intros <- Below. induction T as [|i U IH]; simpl; [lra|].
  pose proof (Rmult_le_compat_l _ _ _ (Weights i) (Below i)). lra.
Qed.
Lemma mean_at_least s m : total T a = s -> (forall i, m <= u i) -> s * m <= total T (fun i => a i * u i).
Proof.
  intros <- Above. induction T as [|i U IH]; simpl; [lra|].
  pose proof (Rmult_le_compat_l _ _ _ (Weights i) (Above i)). lra.
Qed.
End Means.

Lemma later_exponential r k : exp (r * INR (S k)) = exp (r * INR k) * exp r.
Proof. rewrite S_INR, Rmult_plus_distr_l, Rmult_1_r. apply exp_plus. Qed.

Lemma exp_minus_log a : 0 < a -> exp (-1 * ln a) = / a.
Proof. intros A. replace (-1 * ln a) with (- ln a) by ring. rewrite exp_Ropp, exp_ln by exact A. reflexivity. Qed.

Lemma length_of_multiple (S : inner_product_space) a (x : S) :
  sqrt (inner (vscale a x) (vscale a x)) = Rabs a * sqrt (inner x x).
Proof.
  rewrite inner_scale_l, inner_sym, inner_scale_l, <- Rmult_assoc.
  rewrite sqrt_mult_alt by nra. f_equal. apply sqrt_Rsqr_abs.
Qed.

(* What is a multiple of a vector, however it is written, and how much of it at most. *)
Lemma multiple_not_longer (S : inner_product_space) c (x y : S) M : y = vscale c x -> -1 <= c <= 1 ->
  sqrt (inner x x) <= M -> sqrt (inner y y) <= M.
Proof.
  intros -> C L. rewrite length_of_multiple. pose proof (sqrt_pos (inner x x)).
  assert (Rabs c <= 1) by (apply Rabs_le; lra). pose proof (Rabs_pos c). nra.
Qed.
Lemma multiple_shorter (S : inner_product_space) c (x y : S) q M : y = vscale c x -> - q <= c <= q ->
  sqrt (inner x x) <= M -> sqrt (inner y y) <= q * M.
Proof.
  intros -> C L. rewrite length_of_multiple. pose proof (sqrt_pos (inner x x)).
  apply Rmult_le_compat; [apply Rabs_pos | auto | apply Rabs_le; lra | auto].
Qed.

(* ------------------------------------------------------------------ 2. the tactic *)

Ltac how_much y x := lazymatch y with
  | x => constr:(1)
  | vscale ?c ?z => let d := how_much z x in constr:(c * d)
  | vadd ?z ?w => let c := how_much z x in let d := how_much w x in constr:(c + d)
  | vsub ?z ?w => let c := how_much z x in let d := how_much w x in constr:(c - d)
  end.
Ltac as_multiple := apply inner_ext; intro; unfold vsub; rewrite ?inner_add_l, ?inner_scale_l, ?inner_add_l, ?inner_scale_l; ring.
Ltac factors := repeat match goal with
  | H : 0 <= ?a, K : 0 <= ?b |- context [?a * ?b] =>
      lazymatch goal with _ : 0 <= a * b |- _ => fail | _ => pose proof (Rmult_le_pos a b H K) end
  | H : 0 <= ?a, K : 0 < ?b |- context [?a * ?b] =>
      lazymatch goal with _ : 0 <= a * b |- _ => fail | _ => pose proof (Rmult_le_pos a b H (Rlt_le 0 b K)) end
  | H : 0 < ?a, K : 0 <= ?b |- context [?a * ?b] =>
      lazymatch goal with _ : 0 <= a * b |- _ => fail | _ => pose proof (Rmult_le_pos a b (Rlt_le 0 a H) K) end
  | H : 0 < ?a, K : 0 < ?b |- context [?a * ?b] =>
      lazymatch goal with _ : 0 < a * b |- _ => fail | _ => pose proof (Rmult_lt_0_compat a b H K) end
  end.
Ltac shortened IH := lazymatch type of IH with sqrt (inner ?x ?x) <= ?M => lazymatch goal with
  | |- sqrt (inner ?y ?y) <= M => let c := how_much y x in
      apply (multiple_not_longer _ c x y M); [ as_multiple | ring_simplify c; split; factors; first [ lra | nra ] | exact IH ]
  | |- sqrt (inner ?y ?y) <= _ => let c := how_much y x in match goal with
    | |- _ <= ?M * (?q * ?p) => replace (M * (q * p)) with (q * (M * p)) by ring;
        apply (multiple_shorter _ c x y q (M * p)); [ as_multiple | ring_simplify c; split; factors; first [ lra | nra ] | exact IH ]
    end end end.

(* What moves is put one step back. *)
Ltac back k := repeat match goal with
  | L : forall n : nat, ?u (S n) = _ |- context [?u (S k)] => rewrite (L k)
  | L : forall (n : nat) (i : _), ?u (S n) i = _ |- context [?u (S k) ?j] => rewrite (L k j)
  end.
Ltac said := repeat match goal with
  | |- context [exp (?r * INR (S ?k))] => rewrite (later_exponential r k)
  | |- context [exp (ln ?a)] => rewrite (exp_ln a) by lra
  | |- context [exp (-1 * ln ?a)] => rewrite (exp_minus_log a) by lra
  | |- context [sqrt (inner (vscale ?a ?x) (vscale ?a ?x))] => rewrite (length_of_multiple _ a x)
  | |- context [Rabs ?a] =>
      first [ rewrite (Rabs_pos_eq a) by lra | rewrite (Rabs_left1 a) by lra ]
  end.
Ltac averaged := match goal with
  | IH : forall i, ?u i <= ?M, Rows : forall i, total ?T (@?a i) = 1
    |- total ?T (fun j => ?w j * ?v j) <= ?M =>
      rewrite <- (Rmult_1_l M); apply (mean_at_most T w v); [ intros; auto | apply Rows | exact IH ]
  | IH : forall i, ?m <= ?u i, Rows : forall i, total ?T (@?a i) = 1
    |- ?m <= total ?T (fun j => ?w j * ?v j) =>
      rewrite <- (Rmult_1_l m); apply (mean_at_least T w v); [ intros; auto | apply Rows | exact IH ]
  end.
Ltac one_step IH := cbv beta; first
  [ solve [ averaged ] | solve [ shortened IH ] | solve [ simpl pow; shortened IH ] | lra | nra | solve [ rewrite <- IH; (ring || (field; lra)) ]
  | solve [ said; lra ] | solve [ said; nra ] ].
Ltac at_first := intros; simpl INR; rewrite ?Rmult_0_r, ?exp_0, ?Rmult_1_r; solve [ auto ].
Ltac kept := match goal with
  | k : nat |- _ => induction k as [|k IH]; [ at_first | back k; one_step IH ]
  | k : nat, i : _ |- _ => revert i; induction k as [|k IH]; [ at_first | intro i; back k; one_step IH ]
  end.
(* Two things that are kept together, each by both. *)
Ltac together := match goal with
  | k : nat |- _ /\ _ => induction k as [|k IH]; [ split; at_first | back k; destruct IH; split; first [ lra | nra ] ]
  end.
Ltac by_steps := intros; repeat match goal with H : _ /\ _ |- _ => destruct H end;
  first [ solve [ together ]
        | repeat match goal with
          | |- _ /\ _ => split
          | |- _ -> _ => intro
          | |- forall _, _ => intro
          | H : _ /\ _ |- _ => destruct H
          end; solve [ together | kept ] ].
