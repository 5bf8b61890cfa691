(* What moves at a rate that is a multiple of itself, however this varies: it keeps its sign, and 0 stays 0.
   So populations stay positive, and a sum of shares stays 1. *)
From Coq Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Comparison Quantities Numbers Forms.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. the theorem *)

Lemma own_rate (u g : R -> R) : differentiable u (fun t => g t * u t) -> (forall t, 0 <= t -> ex_derive g t) ->
  forall t, 0 <= t -> exists e, 0 < e /\ u t = u 0 * e.
Proof.
  intros D Smooth. set (h := fun s => g (Rabs s)). set (G := fun t => RInt h 0 t).
  assert (C : forall s, continuous h s).
  { intro s. apply (continuous_comp Rabs g); [apply continuity_pt_filterlim, Rcontinuity_abs|].
    apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule) g (Rabs s)), Smooth, Rabs_pos. }
  assert (DG : forall t, is_derive G t (h t)).
  { intro t. apply (is_derive_RInt h G 0 t); [|apply C]. apply filter_forall. intro b.
    apply (@RInt_correct R_CompleteNormedModule). apply (@ex_RInt_continuous R_CompleteNormedModule). intros z _. apply C. }
  assert (DV : differentiable (fun t => u t * exp (- G t)) (fun _ => 0)).
  { intros t Ht. eapply derive_eq.
    - apply (derive_mult u (fun t => exp (- G t))); [apply D, Ht|].
      apply (derive_exp (fun t => - G t)). apply (derive_opp G). apply DG.
    - unfold h. rewrite Rabs_pos_eq by exact Ht. ring. }
  assert (Zero : G 0 = 0) by (unfold G; rewrite RInt_point; reflexivity).
  assert (First : u 0 * exp (- G 0) = u 0) by (rewrite Zero, Ropp_0, exp_0; ring).
  intros t Ht. exists (exp (G t)). split; [apply exp_pos|].
  assert (V : u t * exp (- G t) = u 0).
  { apply Rle_antisym.
    - apply (stays_below _ _ (u 0) DV); [rewrite First; apply Rle_refl | intros; apply Rle_refl | exact Ht].
    - apply (stays_above _ _ (u 0) DV); [rewrite First; apply Rle_refl | intros; apply Rle_refl | exact Ht]. }
  rewrite <- V, Rmult_assoc, <- exp_plus, Rplus_opp_l, exp_0. ring.
Qed.
Section Signs.
Variables u g : R -> R.
Hypothesis Rate : forall t, 0 <= t -> exists d : R, is_derive u t d /\ d = g t * u t.
Hypothesis Smooth : forall t, 0 <= t -> ex_derive g t.
Lemma own_rates t : 0 <= t -> exists e, 0 < e /\ u t = u 0 * e.
Proof.
  apply (own_rate u g); [|exact Smooth]. intros s Hs. destruct (Rate s Hs) as [d [D <-]]. exact D.
Qed.
Lemma positive_stays : 0 < u 0 -> forall t, 0 <= t -> 0 < u t.
Proof. intros P t Ht. destruct (own_rates t Ht) as [e [E ->]]. apply Rmult_lt_0_compat; auto. Qed.
Lemma not_negative_stays : 0 <= u 0 -> forall t, 0 <= t -> 0 <= u t.
Proof. intros P t Ht. destruct (own_rates t Ht) as [e [E ->]]. apply Rmult_le_pos; lra. Qed.
Lemma zero_stays : u 0 = 0 -> forall t, 0 <= t -> u t = 0.
Proof. intros Z t Ht. destruct (own_rates t Ht) as [e [_ ->]]. rewrite Z. ring. Qed.
End Signs.

(* Shares p_i' = p_i (f_i - m) with m the mean of f: their sum moves to 1 or from it at the rate m. *)
Lemma shares_move {I} (T : list I) (p f : I -> R) m : total T (fun i => p i * f i) = m ->
  total T (fun i => p i * (f i - m)) = - m * (total T (fun i => p i) - 1).
Proof.
  intros M. rewrite (total_ext T _ (fun i => p i * f i + - m * p i)) by (intro; ring).
  rewrite total_add, total_scale, M. change (total T (fun i => p i)) with (total T p). ring.
Qed.

(* ------------------------------------------------------------------ 2. the tactic *)

(* The multiple: what a rate is with 1 in the place of what moves. *)
Ltac multiple v du := constr:(fun t : R => ltac:(
  let u := eval cbv beta in (v t) in let d := eval cbv beta in (du t) in
  let F := eval pattern u in d in lazymatch F with ?f _ => let g := eval cbv beta in (f 1) in exact g end)).
Ltac smooth := intros; eexists; cbv beta; solve [ derived ].
Ltac of_own_rate D := intros ? ?; eexists; split; [ apply D; assumption | cbv beta; unfold Rdiv; ring ].
Ltac starts_so := cbv beta; solve [ auto | match goal with S : forall _, _ |- _ => apply S end | of_these; lra ].
Ltac of_rate v du D := let g := multiple v du in lazymatch goal with
  | |- 0 < _ => apply (positive_stays v g); [ of_own_rate D | smooth | starts_so | assumption ]
  | |- 0 <= _ => apply (not_negative_stays v g); [ of_own_rate D | smooth | starts_so | assumption ]
  | |- _ = 0 => apply (zero_stays v g); [ of_own_rate D | smooth | starts_so | assumption ]
  end.
Ltac sum_of_shares T p dp D := lazymatch goal with |- total T _ = 1 =>
  let m := constr:(fun t : R => ltac:(let i := fresh "i" in let b := constr:(fun i => ltac:(
    let d := eval cbv beta in (dp t i) in lazymatch d with _ * (_ - ?m) => exact m end)) in
    lazymatch b with (fun _ => ?m) => exact m end)) in
  apply Rminus_diag_uniq; apply (zero_stays (fun t => total T (fun i => p t i) - 1) (fun t => - m t));
    [ let s := fresh "s" in let Hs := fresh "Hs" in intros s Hs; eexists; split; [ derived |];
      cbv beta; rewrite Rminus_0_r; apply shares_move; reflexivity
    | smooth | cbv beta; apply Rminus_diag_eq; starts_so | assumption ] end.
Ltac by_own_rates := intros; repeat match goal with
  | |- _ /\ _ => split
  | |- _ -> _ => intro
  | |- forall _, _ => intro
  | H : _ /\ _ |- _ => destruct H
  end; match goal with
  | D : forall t : R, 0 <= t -> is_derive (fun s => ?u s) t (@?du t) |- context [?u ?t] => solve [ of_rate u du D ]
  | D : forall (t : R) (i : ?I), 0 <= t -> is_derive (fun s => ?u s i) t (@?du t i) |- context [?u ?t ?j] =>
      let v := constr:(fun s : R => u s j) in let dv := constr:(fun s : R => ltac:(
        let d := eval cbv beta in (du s j) in exact d)) in solve [ of_rate v dv D ]
  | D : forall (t : R) (i : ?I), 0 <= t -> is_derive (fun s => ?u s i) t (@?du t i) |- total ?T _ = 1 =>
      solve [ sum_of_shares T u du D ]
  end.
