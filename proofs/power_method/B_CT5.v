(* B-CT5: the Oja flow keeps cross ratios, so no two clusters form; with a symmetric matrix every solution
   tends to one state at rest. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words OjaEnergy OjaSlope OjaClimb OjaFlow.
From Claimed Require Import B_CT5.
Open Scope R_scope.

Lemma equal_by_squares a b : 0 <= a -> 0 <= b -> a * a = b * b -> a = b.
Proof. intros A B E. apply Rsqr_inj; auto. Qed.

Theorem proof : B_CT5.
Proof.
  intros Space Token tokens Mode modes x same F F_T _ ET _ _ Adj [kappa [Kp Norm]] _ Start _ Flow.
  assert (Moves : forall t i, 0 <= t -> is_vderive (fun s => x s i) t (vsub (push_of tokens F (x t))
    (vscale (inner (x t i) (push_of tokens F (x t))) (x t i)))) by (intros t i H; exact (Flow t i H)).
  assert (Ratio := cross_ratio_constant tokens F kappa x ET Kp Norm Moves Start).
  split; [|split].
  - intros i j k l K K0 E t H.
    set (d := fun t i j => vnorm (vsub (x t i) (x t j))).
    assert (Sq : forall t i j, d t i j * d t i j = inner (vsub (x t i) (x t j)) (vsub (x t i) (x t j)))
      by (intros; apply vnorm_square).
    assert (E' : d 0 i j * d 0 k l = K * d 0 i k * d 0 j l) by exact E.
    change (d t i j * d t k l = K * d t i k * d t j l).
    assert (P : forall t i j, 0 <= d t i j) by (intros; apply vnorm_nonneg).
    apply equal_by_squares; try (repeat apply Rmult_le_pos; auto).
    assert (R := Ratio i j k l 1 (K * K)). cbv beta in R. specialize (R ltac:(
      rewrite <- !Sq; replace (1 * (d 0 i j * d 0 i j * (d 0 k l * d 0 k l)))
        with ((d 0 i j * d 0 k l) * (d 0 i j * d 0 k l)) by ring; rewrite E'; ring) t H).
    rewrite <- !Sq in R. lra.
  - intros i j k l p q [Gij [Gkl [Ti [Tj [Tk Tl]]]]].
    assert (Pos : forall a : Space, 0 < sqrt (inner a a) -> 0 < inner a a).
    { intros a A. assert (Q := vnorm_square a). unfold vnorm in Q. rewrite <- Q.
      apply Rmult_lt_0_compat; exact A. }
    exact (no_two_clusters tokens F kappa x ET Kp Norm Moves Start i j k l p q (Pos _ Gij) (Pos _ Gkl) Ti Tj Tk Tl).
  - intros e _ [Frame Same].
    assert (Sym : adjoint F F) by (intros a b; rewrite (Adj a b), Same; reflexivity).
    destruct (solution_has_limit tokens F kappa x ET Kp Norm Moves Start Sym (map e modes)) as [z [Z [Tends Rest]]].
    + assert (Named : forall (T : list Mode) a, vtotal T (fun m => vscale (inner (e m) a) (e m)) =
        vtotal (map e T) (fun d => vscale (inner d a) d)).
      { intros T a. induction T as [|m T IH]; [reflexivity|]. simpl. f_equal. exact IH. }
      intro a. rewrite <- Named. apply Frame.
    + exists z. split; [exact Z|]. split.
      * intros i j. assert (C := cauchy_schwarz (z i) (z j)). rewrite !Z in C. apply Rnot_lt_le. intro L.
        assert (0 < (inner (z i) (z j) - 1) * inner (z i) (z j)) by (apply Rmult_lt_0_compat; lra). lra.
      * intro i. split; [exact (Tends i)|]. change (F (vscale (/ size tokens) (vtotal tokens (fun j => z j))))
          with (push_of tokens F z).
        apply inner_definite. set (w := push_of tokens F z). assert (R := Rest i). fold w in R. unfold vsub.
        rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (Z i), (inner_sym _ w (z i)), <- R. ring.
Qed.
